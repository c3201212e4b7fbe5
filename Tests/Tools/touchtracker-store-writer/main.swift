// touchtracker-store-writer FOLDER SEED: stores random edits of the drawing in a folder endlessly,
// for tests that kill the process. Prints each generation when it is durable. If an edit cannot be
// stored, it prints the error and exits with status 74.

import Glibc
import TouchTrackerStore
import TouchTrackerTestSupport

/// Prints a line without buffering.
func printLine(_ line: String) {
    print(line)
    fflush(nil)
}

guard CommandLine.arguments.count == 3, let seed = UInt64(CommandLine.arguments[2]) else {
    printLine("usage: touchtracker-store-writer FOLDER SEED")
    exit(64)
}
do {
    let store = try DrawingStore(folder: CommandLine.arguments[1], access: .readWrite)
    var edits = RandomDrawingEdits(seed: seed)
    while true { printLine("\(try store.apply(edits.next()))") }
} catch {
    printLine("\(error)")
    exit(74)
}
