"""How many frames a second the page draws of the chart on the largest screens: figures to read.

pytest benches/test_bench_chart.py -s
"""

import pytest

from tests.web.browser import launched, served, until

FRAMES = 200

MEASURE = """async (frames) => {
    const canvas = document.getElementById("chart-canvas");
    const box = canvas.getBoundingClientRect();
    const middle = { clientX: box.left + box.width / 2, clientY: box.top + box.height / 2 };
    const began = performance.now();
    for (let i = 0; i < frames; i++) {
        const deltaY = Math.floor(i / 50) % 2 ? 12 : -12;
        canvas.dispatchEvent(new WheelEvent("wheel", { ...middle, deltaY, cancelable: true }));
        await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    return (performance.now() - began) / 1000;
}"""


@pytest.mark.parametrize(
    "link", ["#chart", "#chart/120/170?zoom=60", "#chart/500/707?zoom=2", "#chart/500/707?zoom=0.5"]
)
def test_frames(link: str) -> None:
    """Zooming at 3840 x 2160 pixels: frames a second on screen, and as many as the page's own thread could compute.

    The first figure includes what the browser does to show a frame, without a graphics card, and any other load.
    """
    with served() as server, launched() as browser:
        context = browser.new_context(viewport={"width": 3840, "height": 2160})
        page = context.new_page()
        page.goto(server.address + link)
        page.wait_for_selector("html[data-ready]")
        until(page, "document.getElementById('chart-source').textContent !== ''")
        client = context.new_cdp_session(page)
        client.send("Performance.enable", {"timeDomain": "threadTicks"})

        def busy() -> float:
            metrics = client.send("Performance.getMetrics")["metrics"]
            return next(float(one["value"]) for one in metrics if one["name"] == "TaskDuration")

        before = busy()
        seconds = page.evaluate(MEASURE, FRAMES)
        computing = busy() - before
    assert computing > 0
    print(f"{link}: {FRAMES / seconds:.1f} frames a second here, {FRAMES / computing:.1f} by the page's thread")  # noqa: T201
