"""The table of layers in docs/architecture.md, compared with the settings of import-linter."""

import re
import tomllib

from tests.support import ROOT


def test_the_table_has_all_layers_in_order() -> None:
    """There is a line for every folder and module of the layers, from the top to the bottom."""
    page = (ROOT / "docs" / "architecture.md").read_text().partition("\n## Layers\n")[2].partition("\n## ")[0]
    listed = re.findall(r"^\| `zchomp/(\w+)(?:/|\.py)` \|", page, flags=re.MULTILINE)
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
    (layers,) = (contract["layers"] for contract in settings["contracts"] if contract["id"] == "layers")
    assert listed == [name for layer in layers for name in layer.split(" | ")]
