import Foundation
import TouchTrackerTestSupport

// Controls a virtual board that scripts/virtual-board has started. Called by scripts.

let usage = """
    usage: touchtracker-board-tool demo --board STATE --out FILE.png
           touchtracker-board-tool screenshot --board STATE --out FILE.png
           touchtracker-board-tool touch --board STATE (down|move SLOT X Y | up SLOT)...
           touchtracker-board-tool shell --board STATE COMMAND
           touchtracker-board-tool restart --board STATE [-- ARGUMENT...]
           touchtracker-board-tool wait --board STATE
           touchtracker-board-tool first-frame --board STATE
           touchtracker-board-tool vnc --board STATE

    STATE is the state directory of a running board.

    demo         draws a picture by touch and takes a screenshot
    screenshot   takes a screenshot
    touch        sends one touch frame for each touch; positions are in pixels
    shell        runs a command as root and prints its output
    restart      restarts the kiosk with the given arguments and an empty drawing
    wait         waits until the kiosk shows a picture and reads touches
    first-frame  waits for the first picture and prints the time in milliseconds since 1970
    vnc          prints the address of the board's VNC server
    """

func fail(_ message: String, exitCode: Int32) -> Never {
    FileHandle.standardError.write(Data("touchtracker-board-tool: \(message)\n".utf8))
    exit(exitCode)
}

do {
    let command = try BoardCommand(arguments: Array(CommandLine.arguments.dropFirst()))
    try command.run()
} catch let error as BoardCommand.UsageError {
    fail("\(error.message)\n\(usage)", exitCode: 64)
} catch {
    fail("\(error)", exitCode: 69)
}
