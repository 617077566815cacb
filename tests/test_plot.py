"""Pictures: what they show, and that the same data give the same file."""

from pathlib import Path

import numpy as np
import pytest

from tests.support import run_python
from zchomp.answers.chart import Chart
from zchomp.cli import main
from zchomp.pictures.charts import plot_chart, plot_diagonal, plot_periods, plot_row
from zchomp.engines.prover import prove

PICTURES = [
    ["chart"],
    ["chart", "--upto", "60"],
    ["diagonal", "--upto", "300"],
    ["row", "--row", "120"],
    ["row", "--row", "13"],
]
PICTURES += [["periods", "--upto", "700"], ["periods", "--upto", "50"]]


@pytest.mark.parametrize("kind", ["png", "svg"])
@pytest.mark.parametrize("picture", PICTURES, ids=" ".join)
def test_same_data_same_file(picture: list[str], kind: str, tmp_path: Path) -> None:
    """Every picture is written in both kinds, twice the same to the byte."""
    files = [tmp_path / f"{name}.{kind}" for name in ("one", "two")]
    assert [main(["plot", *picture, "--out", str(path)]) for path in files] == [0, 0]
    one, two = (path.read_bytes() for path in files)
    assert one == two
    assert one.startswith(b"\x89PNG" if kind == "png" else b"<?xml")


def test_chart_has_every_number() -> None:
    """A small chart has the number of every cell up to the start of a constant row, and the starts in bold."""
    chart = Chart()
    values = [[chart.value(q, r) for q in range(9)] for r in range(9)]
    figure = plot_chart(values, [chart.start(r) for r in range(9)])
    texts = [text for text in figure.axes[0].texts if "grey" not in text.get_text()]
    cells = {(int(text.get_position()[0]), int(text.get_position()[1])): int(text.get_text()) for text in texts}
    assert cells[8, 7] == 14
    assert all(cells[q, r] == values[r][q] for q, r in cells)
    assert sorted(int(text.get_text()) for text in texts if text.get_fontweight() == "bold") == [2, 5, 7]


def test_row_shows_head_and_period() -> None:
    """The picture of row 120 has its head and its period as two series; that of a finite row has one."""
    proofs = prove(120)
    head, period = plot_row(proofs[120]).axes[0].collections
    assert len(np.asarray(head.get_offsets())) == len(proofs[120].sequence.head)
    assert {b for _, b in np.asarray(period.get_offsets()).tolist()} == {70.0, 72.0}
    assert len(plot_row(proofs[13]).axes[0].collections) == 1


def test_diagonal_and_periods() -> None:
    """One dot for every n; one line for every period above 1."""
    chart = Chart()
    dots = plot_diagonal([chart.value(n, n) for n in range(50)]).axes[0].collections[0]
    assert len(np.asarray(dots.get_offsets())) == 50
    lines = plot_periods([1, 0, 2, 2, 4, 0]).axes[0].lines
    assert [np.asarray(line.get_xdata()).tolist() for line in lines] == [[2, 3], [4]]


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["chart", "--out", "picture.bmp"], "'picture.bmp' is no name for a picture; expected one that ends in .png"),
        (["row"], "expected --row R"),
        (["chart", "--row", "3"], "expected --row R"),
        (["sky"], "'sky' is not one of 'chart'"),
        (["chart", "--upto", "9999"], "expected --upto 1500 or less"),
    ],
)
def test_bad_input(arguments: list[str], expected: str, capsys: pytest.CaptureFixture[str]) -> None:
    """One line that says what was expected, and no picture."""
    assert main(["plot", *arguments]) == 2
    assert expected in capsys.readouterr().err


def test_out_of_reach(capsys: pytest.CaptureFixture[str]) -> None:
    """A row that would take long is not known."""
    assert main(["plot", "row", "--row", "99999"]) == 1
    assert "not known: row 99999" in capsys.readouterr().err


def test_without_the_extra() -> None:
    """Without matplotlib the message says which command installs it."""
    code = (
        "import sys; sys.modules['matplotlib'] = None; from zchomp.cli import main; sys.exit(main(['plot', 'chart']))"
    )
    result = run_python(code)
    assert (result.stdout, result.returncode) == ("", 2)
    assert result.stderr == "zchomp: a picture needs the extra 'plot'; install it with: pip install 'zchomp[plot]'\n"
