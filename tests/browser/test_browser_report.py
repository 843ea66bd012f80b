"""The report in a browser: it loads alone, links, searches, filters, and works without a mouse."""

import time
from pathlib import Path

import pytest
from report_programs import GATED, HOSTILE, UNSUPPORTED, long_program

from hlo2penguin.options import Options
from hlo2penguin.report.html import report

ALL = Options(fuse="all")


@pytest.fixture(scope="session")
def reports(tmp_path_factory):
    """Reports by program, each made once: the page's address."""
    folder = tmp_path_factory.mktemp("reports")
    made: dict[str, Path] = {}

    def make(program: str, name: str) -> str:
        if name not in made:
            made[name] = folder / f"{name}.html"
            made[name].write_text(report(program, ALL, f"{name}.mlir"), encoding="utf-8")
        return made[name].as_uri()

    return make


@pytest.fixture
def gated(page, reports):
    page.goto(reports(GATED, "gated"))
    page.wait_for_selector(".line")
    return page


def line(page, pane: str, text: str):
    return page.locator(f"#pane-{pane} .line", has_text=text).first


def lit(page, pane: str) -> list[str]:
    return page.locator(f"#pane-{pane} .line.lit code").all_inner_texts()


def hover(locator) -> None:
    locator.hover(position={"x": 100, "y": 10})


def test_it_loads_alone(page, reports):
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    address = reports(GATED, "gated")
    page.goto(address)
    page.wait_for_selector(".line")
    assert asked == [address]
    assert page.title() == "gated.mlir — hlo2penguin report"
    assert page.locator(".pane h2").all_inner_texts()[0].startswith("Imported MLIR")
    assert page.locator("header.top .chip").all_inner_texts() == ["MulRedSqrt × 1", "DotLogistic × 1"]


def test_hovering_a_line_lights_what_comes_from_the_same_op(gated):
    hover(line(gated, "imported", "stablehlo.logistic"))
    gated.wait_for_function("() => document.querySelectorAll('#pane-fused .line.lit').length > 0")
    assert [text for text in lit(gated, "imported") if "stablehlo.logistic" not in text] == []
    assert any("DotLogistic" in text for text in lit(gated, "fused"))
    assert not any("MulRedSqrt" in text for text in lit(gated, "fused"))
    assert any("_logistic." in text for text in lit(gated, "penguin"))
    hover(line(gated, "penguin", "_sqrt."))
    lit_source = "() => document.querySelector('#pane-imported .line.lit')?.innerText"
    gated.wait_for_function(f"{lit_source}.includes('stablehlo.sqrt')")
    gated.mouse.move(700, 20)
    gated.wait_for_function("() => document.querySelectorAll('.line.lit').length === 0")


def test_a_click_shows_the_other_texts_place_and_the_ops_details(page, reports):
    page.goto(reports(long_program(60), "long60"))
    page.wait_for_selector(".line")
    page.locator("#pane-imported").evaluate("pane => pane.scrollTop = 20 * 500")
    line(page, "imported", "stablehlo.tanh").click(position={"x": 100, "y": 10})
    page.wait_for_function("() => document.querySelector('#pane-penguin .line.lit')?.innerText.includes('tanh')")
    assert page.locator("#pane-penguin").evaluate("pane => pane.scrollTop") > 1000
    details = page.locator(".details").inner_text()
    assert "tanh" in details
    assert "bytes read" in details
    assert "model/layer_" in details


def test_lines_of_clusters_are_coloured_by_kind(gated):
    def colour(text: str) -> str:
        gutter = line(gated, "penguin", text).locator(".gutter")
        return gutter.evaluate("gutter => getComputedStyle(gutter).backgroundColor")

    assert colour("_logistic.") == colour("_dot_general.") != colour("_sqrt.")
    assert colour("import numpy") == "rgba(0, 0, 0, 0)"


def test_remarks_stand_below_their_lines(gated):
    rows = gated.locator("#pane-fused .said").all_inner_texts()
    assert any("fuseMulRedSqrt passed: 3 ops fused" in row for row in rows)


def test_search_in_the_texts(gated):
    gated.keyboard.press("/")
    gated.keyboard.type("LOGISTIC")
    output = gated.locator(".search output")
    first, _, count = output.inner_text().partition(" of ")
    assert (first, int(count) > 3) == ("1", True)
    assert "logistic" in gated.locator(".line.found").inner_text().lower()
    gated.keyboard.press("Enter")
    assert output.inner_text().startswith("2 of ")
    gated.keyboard.press("Shift+Enter")
    gated.keyboard.press("Shift+Enter")
    assert output.inner_text() == f"{count} of {count}"
    gated.fill("input[type=search]", "no such thing")
    assert output.inner_text() == "nothing"


def test_the_graph_pans_zooms_and_shows_clusters(gated):
    gated.click("#tab-graph")
    stage = gated.locator("svg.canvas > g")
    before = stage.get_attribute("transform")
    box = gated.locator("svg.canvas").bounding_box()
    gated.mouse.move(box["x"] + 20, box["y"] + box["height"] - 20)
    gated.mouse.wheel(0, -300)
    gated.wait_for_function(f"() => document.querySelector('svg.canvas > g').getAttribute('transform') !== '{before}'")
    zoomed = stage.get_attribute("transform")
    gated.mouse.down()
    gated.mouse.move(box["x"] + 120, box["y"] + box["height"] - 60)
    gated.mouse.up()
    assert stage.get_attribute("transform") != zoomed
    fills = {
        kind: gated.locator(".node.clustered", has_text=kind).locator("rect").evaluate("r => getComputedStyle(r).fill")
        for kind in ("MulRedSqrt", "DotLogistic")
    }
    assert len(set(fills.values())) == 2


def test_a_cluster_in_the_graph_shows_its_members_and_costs(gated):
    gated.click("#tab-graph")
    gated.locator(".node", has_text="DotLogistic").click()
    details = gated.locator(".details").inner_text()
    for text in ("DotLogistic", "dot_general", "logistic", "1,048,576", "no longer written"):
        assert text in details


def test_search_in_the_graph_opens_groups_and_centres(page, reports):
    page.goto(reports(long_program(60), "long60"))
    page.click("#tab-graph")
    page.wait_for_selector(".node.group")
    page.fill("input[type=search]", "tanh")
    page.wait_for_selector(".node.found")
    assert page.locator(".search output").inner_text() == "1 of 60"
    view, node = page.locator("svg.canvas").bounding_box(), page.locator(".node.found").bounding_box()
    assert abs(node["x"] + node["width"] / 2 - view["x"] - view["width"] / 2) < 5
    assert abs(node["y"] + node["height"] / 2 - view["y"] - view["height"] / 2) < 5


def test_the_remarks_table_filters(page, reports):
    page.goto(reports(long_program(60), "long60"))
    page.click("#tab-remarks")
    shown = page.locator(".filters output")
    total = int(shown.inner_text().split()[0])
    page.get_by_label("missed").uncheck()
    passed = int(shown.inner_text().split()[0])
    page.get_by_label("missed").check()
    page.get_by_label("passed").uncheck()
    missed = int(shown.inner_text().split()[0])
    assert passed == 120
    assert passed + missed <= total
    page.get_by_label("passed").check()
    page.select_option(".filters select", "fuseMulRedSqrt")
    assert int(shown.inner_text().split()[0]) == 60
    assert set(page.locator(".row span:nth-child(2)").all_inner_texts()) == {"fuseMulRedSqrt"}
    page.fill("input[type=search]", "no such thing")
    assert shown.inner_text() == "0 shown"
    assert page.locator(".empty").inner_text() == "nothing here"


def test_costs_sort_and_lead_to_the_code(gated):
    gated.click("#tab-costs")
    first = gated.locator(".row").first
    assert first.locator("span").first.inner_text().startswith("dot_general")
    gated.get_by_role("button", name="Bytes written").click()
    written = [int(t.replace(",", "")) for t in gated.locator(".row > span:nth-child(6)").all_inner_texts()]
    assert written == sorted(written, reverse=True)
    gated.get_by_label("clusters").check()
    assert gated.locator(".row").count() == 2
    gated.locator(".row", has_text="MulRedSqrt").click()
    assert any("stablehlo.sqrt" in text for text in lit(gated, "imported"))


def test_the_roofline_follows_the_target(gated):
    gated.click("#tab-roofline")
    assert "whole program" in gated.locator(".program").text_content()
    before = gated.locator(".roof").get_attribute("d")
    gated.get_by_label("trn3").check()
    assert gated.locator(".roof").get_attribute("d") != before
    assert "trn3: memory-bound" in gated.locator("header.top").inner_text()
    gated.locator(".point").first.click()
    assert "DotLogistic" in gated.locator(".details").inner_text()


def test_a_refused_program_shows_what_to_do(page, reports):
    page.goto(reports(UNSUPPORTED, "refused"))
    problems = page.locator(".problems").inner_text()
    assert "NCC_PYP055" in problems
    assert "What to do:" in problems
    wrong = line(page, "fused", "stablehlo.cholesky")
    assert "error" in wrong.get_attribute("class")
    red, green, blue = (
        int(part) for part in wrong.evaluate("l => getComputedStyle(l).color").strip("rgb()").split(",")[:3]
    )
    assert red > 2 * max(green, blue)
    page.locator(".problems button").click()
    assert "What to do:" in page.locator(".details").inner_text()
    page.click("#tab-graph")
    assert page.locator(".node.error").count() == 1


def test_names_of_a_program_stay_text(page, reports):
    page.goto(reports(HOSTILE, "hostile"))
    page.wait_for_selector(".line")
    for tab in ("graph", "remarks", "costs", "roofline", "code"):
        page.click(f"#tab-{tab}")
    line(page, "imported", "custom_call").click(position={"x": 100, "y": 10})
    assert "<img src=x" in page.locator(".details").inner_text()
    assert page.evaluate("window.pwned") is None
    assert page.locator("main img, main script").count() == 0


def focused(page) -> str:
    return page.evaluate("document.activeElement.id || document.activeElement.getAttribute('aria-label') || ''")


def test_everything_is_reached_by_keyboard(gated):
    seen = []
    for _ in range(7):
        gated.keyboard.press("Tab")
        seen.append(focused(gated))
    assert [s for s in seen if s][:5] == ["tab-code", "Search", "pane-imported", "pane-fused", "pane-penguin"]
    gated.focus("#pane-imported")
    for _ in range(20):
        gated.keyboard.press("ArrowDown")
        if any("stablehlo.sqrt" in text for text in lit(gated, "imported")):
            break
    assert any("_sqrt." in text for text in lit(gated, "penguin"))
    gated.keyboard.press("Enter")
    assert "sqrt" in gated.locator(".details h2").inner_text()
    gated.keyboard.press("Escape")
    assert gated.locator(".details").count() == 0
    gated.focus("#tab-code")
    gated.keyboard.press("ArrowRight")
    assert focused(gated) == "tab-graph"
    gated.focus("svg.canvas")
    before = gated.locator("svg.canvas > g").get_attribute("transform")
    gated.keyboard.press("+")
    gated.keyboard.press("ArrowLeft")
    assert gated.locator("svg.canvas > g").get_attribute("transform") != before
    gated.locator(".node", has_text="DotLogistic").focus()
    gated.keyboard.press("Enter")
    assert gated.locator(".details h2").inner_text() == "DotLogistic"
    gated.focus("#tab-graph")
    gated.keyboard.press("ArrowRight")
    gated.focus(".table .scroller")
    gated.keyboard.press("ArrowDown")
    gated.keyboard.press("Enter")
    assert gated.locator("#tab-code").get_attribute("aria-selected") == "true"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_light_and_dark(gated, scheme):
    def luminance(colour: str) -> float:
        return sum(float(part) for part in colour.strip("rgba()").split(",")[:3]) / 765

    gated.emulate_media(color_scheme=scheme)
    ground, text = gated.evaluate("(s => [s.backgroundColor, s.color])(getComputedStyle(document.body))")
    assert (luminance(ground) < 0.2) == (scheme == "dark")
    assert abs(luminance(ground) - luminance(text)) > 0.6


def test_ten_thousand_ops(page, reports):
    address = reports(long_program(910), "ten_thousand")
    start = time.monotonic()
    page.goto(address)
    page.wait_for_selector(".line")
    assert time.monotonic() - start < 20
    assert "10,011 ops" in page.locator("header.top").inner_text()
    count = "document.querySelectorAll('*').length"
    assert page.evaluate(count) < 5000
    page.locator("#pane-penguin").evaluate("pane => pane.scrollTop = pane.scrollHeight")
    page.wait_for_function("() => document.querySelector('#pane-penguin').innerText.includes('ir=v0')")
    assert page.evaluate(count) < 5000
    page.fill("input[type=search]", "layer_909")
    page.wait_for_selector(".line.found")
    page.fill("input[type=search]", "")
    page.click("#tab-graph")
    page.wait_for_selector(".node")
    assert page.locator(".node").count() <= 60
    assert page.locator(".node.group").count() > 0
    page.click("#tab-costs")
    assert page.locator(".row").count() < 100
    for number in (3, 20):  # an op deep in the graph is shown soon, also after others
        page.locator(".row").nth(number).click()
        start = time.monotonic()
        page.click("#tab-graph")
        page.wait_for_selector(".node.chosen, .node.lit")
        assert time.monotonic() - start < 10
        page.click("#tab-costs")


def test_details_and_tables_stand_side_by_side(gated):
    gated.click("#tab-costs")
    gated.locator(".row").first.click()
    gated.click("#tab-costs")
    table, details = gated.locator(".table").bounding_box(), gated.locator(".details").bounding_box()
    assert table["x"] + table["width"] <= details["x"]
    # What does not fit is reached by scrolling; headings stand above their columns.
    assert gated.locator(".table").evaluate("table => table.scrollWidth > table.clientWidth")
    gated.locator(".table").evaluate("table => table.scrollLeft = table.scrollWidth")
    for column in range(9):
        heading = gated.locator(".head > span").nth(column).bounding_box()
        cell = gated.locator(".row").first.locator("> span").nth(column).bounding_box()
        assert abs(heading["x"] - cell["x"]) < 1
        assert abs(heading["width"] - cell["width"]) < 1


def test_an_open_group_is_a_frame_around_its_nodes(page, reports):
    page.goto(reports(long_program(60), "long60"))
    page.click("#tab-graph")
    page.fill("input[type=search]", "tanh")
    page.wait_for_selector(".node.found")
    node = page.locator(".node.found rect").bounding_box()
    frames = [frame.bounding_box() for frame in page.locator(".frame rect").all()]
    assert any(
        frame["x"] < node["x"]
        and frame["y"] < node["y"]
        and node["x"] + node["width"] < frame["x"] + frame["width"]
        and node["y"] + node["height"] < frame["y"] + frame["height"]
        for frame in frames
    )


def test_a_narrow_window_has_the_texts_below_each_other(gated):
    gated.set_viewport_size({"width": 600, "height": 800})
    boxes = [gated.locator(f"#pane-{pane}").bounding_box() for pane in ("imported", "fused", "penguin")]
    assert boxes[0]["y"] < boxes[1]["y"] < boxes[2]["y"]
