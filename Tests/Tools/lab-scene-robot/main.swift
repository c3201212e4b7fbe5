import Glibc
import KioskDisplay
import KioskRuntime
import KioskSystem
import TouchTrackerApp
import TouchTrackerTestSupport

// scripts/bench scenes [--seconds N] [--size 800x480] [--scale N] [--scene NAME]: runs each scene
// with ten contacts at 240 Hz in real time, on a display in memory with a vblank. Exit code 1 if a
// vblank is missed because of the frame's own work, if memory grows by more than `allowedGrowth`,
// or if the scene does not come to rest. Allocations are printed only: new contacts allocate,
// frames do not.

/// The allowed growth of resident memory in a run, in kilobytes: strokes and their undo history.
let allowedGrowth = 2_048

/// The options of the command line.
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
                guard let size = DisplayCriteria.Mode(value) else { return nil }
                mode = DisplayMode(width: size.width, height: size.height)
            default:
                return nil
            }
        }
    }
}

/// Returns `text` right-aligned in `width` columns.
func column(_ text: some CustomStringConvertible, _ width: Int) -> String {
    let text = text.description
    return String(repeating: " ", count: max(0, width - text.count)) + text
}

/// Returns microseconds formatted as milliseconds with two decimals.
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
        "ten contacts, \(RandomTouchGenerator.rate) Hz, \(Int(options.seconds)) s per run on",
        "\(options.mode.name), \(options.scale) pixels per point")
    print(
        "scene      touches   frames  missed  own fault  allocations   ms median    99 %      max",
        " kB before     after  rests")
    var hasPassed = true
    for scene in options.scenes {
        for play in RandomTouchGenerator.Play.allCases {
            var benchmark = try SceneBenchmark(
                AppOptions(scene: scene, paper: .gray, tool: .line), play, mode: options.mode,
                scale: options.scale)
            let result = try benchmark.run(warmUp: 6, seconds: options.seconds)
            let costs = result.costs.sorted()
            let ownFault = result.missed - result.excused
            print(
                scene.rawValue + String(repeating: " ", count: 11 - scene.rawValue.count)
                    + play.rawValue
                    + String(repeating: " ", count: 8 - play.rawValue.count),
                column(result.frames, 7), column(result.missed, 7), column(ownFault, 10),
                column(result.allocations, 12),
                column(milliseconds(costs.isEmpty ? 0 : costs[costs.count / 2]), 11),
                column(milliseconds(costs.isEmpty ? 0 : costs[costs.count * 99 / 100]), 7),
                column(milliseconds(costs.last ?? 0), 8), column(result.kilobytesWarm, 9),
                column(result.kilobytesEnd, 9), column(result.rests ? "yes" : "no", 6))
            let growth = result.kilobytesEnd - result.kilobytesWarm
            hasPassed = hasPassed && ownFault == 0 && result.rests && growth <= allowedGrowth
        }
    }
    return hasPassed ? 0 : 1
}

exit(try main())
