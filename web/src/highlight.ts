/** Pieces of a line with the class that colours each. */

export type Piece = readonly [text: string, style: string];

const MLIR =
  /(?<comment>\/\/.*$)|(?<string>"(?:[^"\\]|\\.)*")|(?<value>%[\w$.#-]+)|(?<symbol>[@#][\w$.-]+)|(?<type>\b(?:tensor|tuple)<[^<>]*(?:<[^<>]*>[^<>]*)*>)|(?<op>\b[a-z_]\w*(?:\.\w+)+)|(?<keyword>\b(?:func\.func|module|return|private|public|attributes|loc|call)\b)|(?<number>-?\b\d[\w.+]*)/g;

const PYTHON =
  /(?<comment>#.*$)|(?<string>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(?<value>\bv\d+\b)|(?<keyword>\b(?:import|as|def|return|True|False|None)\b)|(?<symbol>\b\w+(?=\s?=[^=]))|(?<op>\b[A-Z]\w+(?=\())|(?<number>-?\b\d[\w.]*)/g;

const PATTERNS: Record<string, RegExp> = { mlir: MLIR, python: PYTHON };

export function pieces(line: string, language: string): Piece[] {
  const pattern = PATTERNS[language];
  if (!pattern) return [[line, ""]];
  const found: Piece[] = [];
  let end = 0;
  for (const match of line.matchAll(pattern)) {
    if (match.index > end) found.push([line.slice(end, match.index), ""]);
    const style = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined);
    found.push([match[0], style ? style[0] : ""]);
    end = match.index + match[0].length;
  }
  if (end < line.length) found.push([line.slice(end), ""]);
  return found;
}
