"""Long work: the folder in which a run keeps its files, the state that it saves there, and the loop that it runs in."""
