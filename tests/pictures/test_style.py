"""The style of pictures: names, files, and errors without matplotlib."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support import run_python
from zchomp.core.answers import Unknown
from zchomp.errors import InvalidArgument
from zchomp.pictures.bars import plot_bar
from zchomp.pictures.charts import plot_chart, plot_diagonal, plot_periods, plot_row
from zchomp.pictures.posets import plot_game_graph, plot_poset
from zchomp.pictures.style import ENDINGS, Figure, Picture, check_name, save_picture
from zchomp.posets import divisors, solve

PICTURES: dict[str, Callable[[], Figure | Unknown]] = {
    "chart": plot_chart,
    "chart 60": lambda: plot_chart(60),
    "diagonal": lambda: plot_diagonal(300),
    "row 120": lambda: plot_row(120),
    "periods": lambda: plot_periods(700),
    "bar": lambda: plot_bar("(9,7,4)", move=(3, 3)),
    "poset": lambda: plot_poset(divisors(12)),
    "game graph": lambda: plot_game_graph("(3,2,1)"),
}
STARTS = {".png": b"\x89PNG", ".svg": b"<?xml", ".pdf": b"%PDF"}


def drawn(name: str) -> Figure:
    """One of the pictures."""
    figure = PICTURES[name]()
    assert isinstance(figure, Figure)
    return figure


@pytest.mark.parametrize("name", PICTURES)
def test_same_data_same_file(name: str, tmp_path: Path) -> None:
    """Every picture is written in every format, the same bytes when it is drawn twice, and without a date."""
    first, second = drawn(name), drawn(name)
    for ending in ENDINGS:
        one, two = tmp_path / f"one{ending}", tmp_path / f"two{ending}"
        save_picture(first, one)
        save_picture(second, str(two))
        assert one.read_bytes() == two.read_bytes()
        assert one.read_bytes().startswith(STARTS[ending])
        assert all(word not in one.read_bytes() for word in (b"CreationDate", b"dc:date", b"Matplotlib"))


def test_same_file_in_another_process(tmp_path: Path) -> None:
    """Another process, at another time, with other random numbers, writes the same bytes."""
    for ending in ENDINGS:
        save_picture(drawn("game graph"), tmp_path / f"here{ending}")
    code = "import zchomp\nfor end in ('png', 'svg', 'pdf'):\n"
    code += "    zchomp.save_picture(zchomp.plot_game_graph('(3,2,1)'), f'there.{end}')"
    result = run_python(code, cwd=tmp_path, PYTHONHASHSEED="7", SOURCE_DATE_EPOCH="1000000000", TZ="Asia/Tokyo")
    assert (result.stderr, result.returncode) == ("", 0)
    for ending in ENDINGS:
        assert (tmp_path / f"here{ending}").read_bytes() == (tmp_path / f"there{ending}").read_bytes()


def test_names() -> None:
    """Capital letters are accepted in the ending. Any other ending is refused before anything is drawn."""
    assert check_name("CHART.PDF") == Path("CHART.PDF")
    with pytest.raises(InvalidArgument, match=r"'picture.bmp' is not a name for a picture; expected .* or \.pdf"):
        check_name("picture.bmp")
    with pytest.raises(InvalidArgument):
        save_picture(Picture(), "picture")


@pytest.mark.parametrize("module", ["bars", "charts", "posets", "style"])
def test_without_matplotlib(module: str) -> None:
    """Without matplotlib each module raises MissingExtra, with the command that installs it."""
    code = "import sys; sys.modules['matplotlib'] = None\nfrom zchomp.errors import MissingExtra\n"
    code += f"try:\n    import zchomp.pictures.{module}\nexcept MissingExtra as missing:\n    print(missing)"
    result = run_python(code)
    expected = "a picture needs the extra 'plot'; install it with: pip install 'zchomp[plot]'\n"
    assert (result.stdout, result.stderr) == (expected, "")


def test_light_import() -> None:
    """Neither zchomp nor its posets import matplotlib, and a picture does not need pyplot."""
    code = "import sys, zchomp, zchomp.posets\nassert 'matplotlib' not in sys.modules\n"
    code += "zchomp.plot_row(5)\nassert 'matplotlib.pyplot' not in sys.modules"
    assert run_python(code).stderr == ""


def test_notebook() -> None:
    """A notebook shows a picture as PNG, even with a name whose letters no font has."""
    figure = plot_poset(solve(divisors(6)))  # type: ignore[arg-type]  # it is known
    assert isinstance(figure, Picture)
    assert figure._repr_png_().startswith(STARTS[".png"])
    assert os.fspath(check_name("a.png")) == "a.png"
