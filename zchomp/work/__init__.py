"""Long work, which can be interrupted and resumed."""
