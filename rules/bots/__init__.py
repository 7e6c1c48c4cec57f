"""Players without a person: each is handed a view, never a state, so it cannot peek."""
