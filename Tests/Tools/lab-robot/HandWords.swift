import LabFaults
import LabRecordings
import LabRobot
import TouchKitContacts
import TouchKitGeometry

/// What the hand is told to do.
enum HandTask {
    /// Play frames; alone on the panel where it is `grabbed`.
    case play(any TouchFrameSource, grabbed: Bool)
    /// Come down in the middle and rest.
    case press(milliseconds: Int64)
}

/// What was written makes no sense, and what would.
struct HandError: Error, CustomStringConvertible {
    let description: String
}

extension HandTask {
    private static let usage = """
        lab-robot SCRIPT RATE MILLISECONDS [grab] [--fault FAULT]… [--seed NUMBER], \
        lab-robot play RECORDING [grab] [--fault FAULT]… [--seed NUMBER], \
        or lab-robot press MILLISECONDS
        """

    /// Reads a command line, and the recording that it names.
    init(_ arguments: [String]) throws {
        var words: [String] = []
        var faults: [TouchFault] = []
        var seed: UInt64 = 1
        var rest = arguments[...]
        while let word = rest.popFirst() {
            switch word {
            case "--fault": faults.append(try TouchFault(parsing: rest.popFirst() ?? ""))
            case "--seed":
                guard let number = rest.popFirst().flatMap({ UInt64($0) }) else {
                    throw HandError(description: "--seed: it needs a number; \(Self.usage)")
                }
                seed = number
            default: words.append(word)
            }
        }
        let isGrabbed = words.count > 2 && words.last == "grab"
        if isGrabbed { words.removeLast() }
        if words.count == 2, words[0] == "press", let milliseconds = Int64(words[1]) {
            self = .press(milliseconds: milliseconds)
        } else if words.count == 2, words[0] == "play" {
            let frames = Self.frames(of: try Recording.read(path: words[1]))
            self = .play(
                FaultInjectingSource(frames, Self.panels(faults, seed)), grabbed: isGrabbed)
        } else if words.count == 3, let name = RobotScript.Name(rawValue: words[0]),
            let rate = Int(words[1]), let milliseconds = Int64(words[2])
        {
            let script = RobotScript(name, rateHz: rate, duration: milliseconds * 1_000)
            self = .play(
                FaultInjectingSource(
                    script, Self.panels(faults, seed),
                    until: Timestamp(microseconds: milliseconds * 1_000)), grabbed: isGrabbed)
        } else {
            throw HandError(description: Self.usage)
        }
    }

    private static func panels(_ faults: [TouchFault], _ seed: UInt64) -> [FaultInjector] {
        faults.isEmpty
            ? [] : [FaultInjector(faults, touchscreen: TouchscreenProperties(), seed: seed)]
    }

    /// What the first device says that says anything: the robot has one panel.
    private static func frames(of recording: Recording) -> TouchFrameList {
        let all = recording.frames
        return TouchFrameList(
            all.filter { $0.device == all.first?.device }.map {
                TouchFrame(
                    device: TouchscreenProperties().device, time: $0.time,
                    contacts: $0.contacts)
            })
    }
}
