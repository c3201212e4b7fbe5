import Foundation
import TestSupport

// Drives a virtual board that scripts/virtual-board runs; scripts call it.

let usage = """
    usage: board-tool demo --board STATE --out FILE.png
           board-tool screenshot --board STATE --out FILE.png
           board-tool touch --board STATE (down|move FINGER X Y | up FINGER)...
           board-tool shell --board STATE COMMAND
           board-tool restart --board STATE [-- ARGUMENT...]   the kiosk, with these arguments
           board-tool wait --board STATE                       until it shows and takes touches
           board-tool vnc --board STATE                        prints where it is shown
    """

func fail(_ message: String, exitCode: Int32) -> Never {
    FileHandle.standardError.write(Data("board-tool: \(message)\n".utf8))
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
