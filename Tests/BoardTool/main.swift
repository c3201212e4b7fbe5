print("board-tool")
