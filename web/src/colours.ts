/** A hue per kind of cluster: fixed for the kinds there are, told from the name for others. */

const HUES: Record<string, number> = {
  DotLogistic: 28,
  MulRedSqrt: 265,
  Elementwise: 150,
  Expm1: 330,
  Log1p: 190,
  ScheduleFusion: 50,
  DotSoftmax: 0,
};

export function hue(kind: string): number {
  const known = HUES[kind];
  if (known !== undefined) return known;
  let hash = 0;
  for (const character of kind) hash = (hash * 31 + character.charCodeAt(0)) % 360;
  return hash;
}

/** Inline style that hands a kind's hue to the style sheet. */
export function hueStyle(kind: string): { "--hue": number } {
  return { "--hue": hue(kind) };
}
