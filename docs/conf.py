"""Settings of the documentation site; `make docs-site` builds it, and any warning fails the build.

Nothing is fetched, neither while the site is built nor while it is read.
"""

from __future__ import annotations

from typing import Any

import quire
from docs.api_coverage import warn_about_undocumented_names

project = "Quire"
copyright = "the authors of Quire"
release = quire.__version__
extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.viewcode"]
exclude_patterns = ["_build"]
nitpicky = True
# Not in this site: other packages, and what annotations mention outside the API.
nitpick_ignore_regex = [
    ("py:.*", r"(?!quire\.).*"),
    ("py:.*", r"quire\.(_native|batch|engine|client|core)\..*"),
]

html_theme = "furo"
html_title = "Quire"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_show_sphinx = False
html_copy_source = False
html_theme_options = {"source_directory": "docs/"}
default_role = "literal"  # docstrings write `code` as Markdown does
pygments_style = "default"

myst_heading_anchors = 4
myst_enable_extensions = ["attrs_inline"]
suppress_warnings = ["misc.highlighting_failure"]

autodoc_member_order = "bysource"
autodoc_default_options = {"members": True, "show-inheritance": True}
autodoc_typehints_format = "short"

# The notebook is executed by every build, with the package as it is: no output is kept in git.
nb_execution_mode = "force"
nb_execution_raise_on_error = True
nb_execution_timeout = 60


def setup(app: Any) -> None:
    """Add the check that every public name is in the reference."""
    app.connect("env-check-consistency", warn_about_undocumented_names)
