"""The site: `sphinx-build -W -b html docs OUT`, and the man page: `sphinx-build -W -b man docs OUT`."""

import sys
from pathlib import Path

DOCS = Path(__file__).parent
sys.path[:0] = [str(DOCS.parent), str(DOCS / "_ext")]

from zchomp.version import VERSION  # noqa: E402 - the folder of the package must be on the path first

project = "zchomp"
author = "The zchomp developers"
copyright = author  # noqa: A001 - the name that Sphinx reads
version = release = VERSION

extensions = ["myst_parser", "sphinx.ext.autodoc", "commands", "repository", "python_names", "theorems"]
exclude_patterns = ["_ext", "_build", "schemas", "images"]
myst_enable_extensions = ["deflist"]
myst_heading_anchors = 3
smartquotes = False  # options and commands are to be typed as they stand
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_preserve_defaults = True
suppress_warnings = ["misc.highlighting_failure"]  # a shortened line of JSON is not JSON

html_theme = "furo"
html_title = f"zchomp {VERSION}"
html_copy_source = False
html_show_sphinx = False

man_pages = [("commands", "zchomp", "prove the losing positions of Chomp", [author], 1)]
man_show_urls = False
