import Glibc
import KioskDisplay
import KioskRuntime
import KioskSystem
import LabRobot
import TouchTrackerApp

// lab-script-player SCRIPT [--rate HZ] [--seconds S] [--strokes N] [--line] [--overlay]: plays a
// robot script to the app in virtual time, on a display in memory with a vblank, and prints the
// number of frames. scripts/profile and scripts/bench frame-cost count its instructions.

let usage =
    "usage: lab-script-player SCRIPT [--rate HZ] [--seconds S] [--strokes N] [--line] [--overlay]"

/// The options of the command line.
struct Options {
    var name: RobotScript.Name
    var rate = 240
    var seconds = 4
    var strokes = 10
    var drawsLines = false
    var hasOverlay = false

    init?(_ arguments: [String]) {
        guard let first = arguments.first, let name = RobotScript.Name(rawValue: first) else {
            return nil
        }
        self.name = name
        var rest = arguments.dropFirst()
        while let option = rest.popFirst() {
            if option == "--overlay" {
                hasOverlay = true
                continue
            }
            if option == "--line" {
                drawsLines = true
                continue
            }
            guard let text = rest.popFirst(), let value = Int(text), value >= 0 else { return nil }
            switch option {
            case "--rate" where 1...1_000 ~= value: rate = value
            case "--seconds" where 1...600 ~= value: seconds = value
            case "--strokes" where value <= 1_000_000: strokes = value
            default: return nil
            }
        }
    }
}

@MainActor
func main() throws -> Int32 {
    guard let options = Options(Array(CommandLine.arguments.dropFirst())) else {
        Log.standardError().error(usage)
        return 64
    }
    let script = RobotScript(
        options.name, rateHz: options.rate, duration: Int64(options.seconds) * 1_000_000)
    let player = try ScriptPlayer(
        script, strokes: options.strokes, tool: options.drawsLines ? .line : .pen,
        mode: DisplayMode(width: 800, height: 480), hasOverlay: options.hasOverlay)
    try player.showFirstFrames()
    let before = player.frames
    try player.playMeasuredPart()
    print(player.frames - before)
    return 0
}

exit(try main())
