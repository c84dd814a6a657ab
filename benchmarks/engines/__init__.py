"""How fast and how strong the engines are, beside OpenSpiel and against themselves."""
