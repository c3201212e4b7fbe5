// touchtracker-store-writer FOLDER SEED [COUNT close|kill]: stores random edits of the drawing in a
// folder, after the edits with this seed that the drawing already contains, for tests of killed
// processes and power cuts. Prints each generation when it is durable. Without a count, it stores
// edits endlessly. After COUNT edits, it closes the drawing, or kills itself. If an edit cannot be
// stored, it prints the error and exits with status 74.

import Glibc
import TouchTrackerStore
import TouchTrackerTestSupport

/// Prints a line with write(2), which a preloaded library can intercept.
func printLine(_ line: String) {
    let bytes = Array("\(line)\n".utf8)
    let written = write(STDOUT_FILENO, bytes, bytes.count)
    precondition(written == bytes.count, "cannot write to standard output")
}

/// Stores `count` edits in the drawing in `folder`, and closes the drawing.
func storeEdits(_ count: Int, folder: String, seed: UInt64, isKilled: Bool) throws {
    let store = try DrawingStore(folder: folder, access: .readWrite)
    var edits = RandomDrawingEdits(seed: seed)
    for _ in 0..<(try store.head().generation) { _ = edits.next() }
    for _ in 0..<count { printLine("\(try store.apply(edits.next()))") }
    if isKilled { kill(getpid(), SIGKILL) }
}

let arguments = CommandLine.arguments
guard arguments.count == 3 || arguments.count == 5, let seed = UInt64(arguments[2]),
    let count = arguments.count == 3 ? Int.max : Int(arguments[3]),
    arguments.count == 3 || ["close", "kill"].contains(arguments[4])
else {
    printLine("usage: touchtracker-store-writer FOLDER SEED [COUNT close|kill]")
    exit(64)
}
do {
    try storeEdits(
        count, folder: arguments[1], seed: seed, isKilled: arguments.last == "kill")
} catch {
    printLine("\(error)")
    exit(74)
}
