import Glibc
import KioskDisplay
import KioskSystem
import TouchTrackerApp
import TouchTrackerTestSupport

// scripts/bench scenes [--seconds N] [--size 800x480] [--scale N] [--scene NAME]: each scene under ten
// fingers at 240 reports a second, in real time, on a display in memory with a vblank. Exit code 1 if
// a frame was missed by its own work, if memory grows by more than what is drawn may take, or if the scene
// doesn't come to rest. Allocations are printed: fingers that come and go cost some, frames don't.

/// What memory may grow by in a play, in kilobytes: strokes and their undoing.
let allowedGrowth = 2_048

/// What was asked for.
struct Options {
    var seconds = 20.0
    var mode = DisplayMode(width: 800, height: 480)
    var scale = 1.0
    var scenes = Scene.allCases

    init?(_ arguments: [String]) {
        var rest = arguments[...]
        while let name = rest.popFirst() {
            guard let value = rest.popFirst() else { return nil }
            switch name {
            case "--seconds":
                guard let seconds = Double(value), seconds > 0 else { return nil }
                self.seconds = seconds
            case "--scale":
                guard let scale = Double(value), scale >= 0.25, scale <= 8 else { return nil }
                self.scale = scale
            case "--scene":
                guard let scene = Scene(rawValue: value) else { return nil }
                scenes = [scene]
            case "--size":
                guard let size = DisplayRequest.Mode(value) else { return nil }
                mode = DisplayMode(width: size.width, height: size.height)
            default:
                return nil
            }
        }
    }
}

/// A number in so many columns.
func column(_ text: some CustomStringConvertible, _ width: Int) -> String {
    let text = text.description
    return String(repeating: " ", count: max(0, width - text.count)) + text
}

/// Microseconds as milliseconds with two places.
func milliseconds(_ microseconds: Int64) -> String {
    let hundredths = (microseconds + 5) / 10
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
}

@MainActor
func main() throws -> Int32 {
    guard let options = Options(Array(CommandLine.arguments.dropFirst())) else {
        Log.standardError().error(
            "usage: scripts/bench scenes [--seconds N] [--size 800x480] [--scale N] [--scene NAME]")
        return 64
    }
    print(
        "ten fingers, \(TenFingerRobot.rate) reports a second, \(Int(options.seconds)) s a play on",
        "\(options.mode.name), \(options.scale) pixels a point")
    print(
        "scene      play      frames  missed  by itself  allocations   ms median    99 %     most",
        "  kB warm    at end  rests")
    var isGood = true
    for scene in options.scenes {
        for play in TenFingerRobot.Play.allCases {
            var robot = try RobotPlay(
                AppOptions(scene: scene), play, mode: options.mode, scale: options.scale)
            let result = try robot.run(warmUp: 6, seconds: options.seconds)
            let costs = result.costs.sorted()
            let byItself = result.missed - result.excused
            print(
                scene.rawValue + String(repeating: " ", count: 11 - scene.rawValue.count)
                    + play.rawValue
                    + String(repeating: " ", count: 8 - play.rawValue.count),
                column(result.frames, 7), column(result.missed, 7), column(byItself, 10),
                column(result.allocations, 12),
                column(milliseconds(costs.isEmpty ? 0 : costs[costs.count / 2]), 11),
                column(milliseconds(costs.isEmpty ? 0 : costs[costs.count * 99 / 100]), 7),
                column(milliseconds(costs.last ?? 0), 8), column(result.kilobytesWarm, 9),
                column(result.kilobytesEnd, 9), column(result.rests ? "yes" : "no", 6))
            let growth = result.kilobytesEnd - result.kilobytesWarm
            isGood = isGood && byItself == 0 && result.rests && growth <= allowedGrowth
        }
    }
    return isGood ? 0 : 1
}

exit(try main())
