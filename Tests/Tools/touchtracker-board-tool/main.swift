import Foundation
import TouchTrackerTestSupport

// Drives a virtual board that scripts/virtual-board runs; scripts call it.

let usage = """
    usage: touchtracker-board-tool demo --board STATE --out FILE.png
           touchtracker-board-tool screenshot --board STATE --out FILE.png
           touchtracker-board-tool touch --board STATE (down|move FINGER X Y | up FINGER)...
           touchtracker-board-tool shell --board STATE COMMAND
           touchtracker-board-tool restart --board STATE [-- ARGUMENT...]   the kiosk, with these arguments
           touchtracker-board-tool wait --board STATE                       until it shows and takes touches
           touchtracker-board-tool vnc --board STATE                        prints where it is shown
    """

func fail(_ message: String, exitCode: Int32) -> Never {
    FileHandle.standardError.write(Data("touchtracker-board-tool: \(message)\n".utf8))
    exit(exitCode)
}

do {
    let command = try BoardCommand(arguments: Array(CommandLine.arguments.dropFirst()))
    try command.run()
} catch let error as BoardCommand.UsageError {
    fail("\(error.problem)\n\(usage)", exitCode: 64)
} catch {
    fail("\(error)", exitCode: 69)
}
