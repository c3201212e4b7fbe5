import Glibc
import KioskDisplay
import KioskSystem
import LabRobot

// lab-script-player SCRIPT [--rate HZ] [--seconds S] [--strokes N] [--overlay]: plays a script of the robot to the app, on a
// display in memory with a vblank, in virtual time, and prints how many frames that took. For
// scripts/profile and scripts/bench frame-cost, which count its instructions.

let usage = "usage: lab-script-player SCRIPT [--rate HZ] [--seconds S] [--strokes N] [--overlay]"

/// What was asked for; nil where it isn't understood.
struct Options {
    var name: RobotScript.Name
    var rate = 240
    var seconds = 4
    var strokes = 10
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
    let play = try ScriptPlay(
        script, strokes: options.strokes, mode: DisplayMode(width: 800, height: 480),
        hasOverlay: options.hasOverlay)
    try play.settle()
    let before = play.frames
    try play.measuredPart()
    print(play.frames - before)
    return 0
}

exit(try main())
