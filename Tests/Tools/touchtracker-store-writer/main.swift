// touchtracker-store-writer FOLDER SEED: edits the stored drawing of a folder without end, and prints each generation
// once it is on the disk, for tests that kill it. Where an edit can't be stored it prints why and ends
// with status 74.

import Glibc
import TouchTrackerStore
import TouchTrackerTestSupport

/// A line on standard output, at once.
func say(_ line: String) {
    print(line)
    fflush(nil)
}

guard CommandLine.arguments.count == 3, let seed = UInt64(CommandLine.arguments[2]) else {
    say("usage: touchtracker-store-writer FOLDER SEED")
    exit(64)
}
do {
    let store = try DrawingStore(folder: CommandLine.arguments[1], access: .readWrite)
    var edits = ScriptedEdits(seed: seed)
    while true { say("\(try store.apply(edits.next()))") }
} catch {
    say("\(error)")
    exit(74)
}
