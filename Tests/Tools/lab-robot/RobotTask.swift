import LabFaults
import LabFieldTest
import LabRecordings
import LabRobot
import TouchKitContacts
import TouchKitGeometry

/// The task that the command line of `lab-robot` selects.
enum RobotTask {
    /// Play touch frames. If `grabbed`, the tool also reads the touchscreen exclusively.
    case play(any TouchFrameSource, grabbed: Bool, model: RobotModel)
    /// Press the middle of the touchscreen and lift after a time.
    case press(milliseconds: Int64)
    /// Tap the middle of the touchscreen for each line on standard input.
    case tap(model: RobotModel)
    /// Perform the field test, like a technician.
    case performFieldTest(FieldTestTask)
}

/// The screen, the touchscreen and its faults for a field test.
struct FieldTestTask {
    let stage: FieldTestStage
    let faults: [TouchFault]
    let seed: UInt64
    /// The report rate in Hz.
    let rate: Double
    let model: RobotModel

    /// Creates a task from two sizes such as `800x480`, in pixels and in millimeters, and a rate.
    init?(
        _ words: ArraySlice<String>, faults: [TouchFault], seed: UInt64, model: RobotModel
    ) {
        let numbers = words.flatMap { $0.split(separator: "x") }.compactMap { Double($0) }
        guard words.count == 3, numbers.count == 5, numbers.allSatisfy({ $0 > 0 }) else {
            return nil
        }
        stage = FieldTestStage(
            geometry: ScreenGeometry(
                scanoutWidth: Int(numbers[0]), scanoutHeight: Int(numbers[1])),
            millimeters: CGSize(width: numbers[2], height: numbers[3]),
            slotCount: model.description.slotCount)
        rate = numbers[4]
        self.faults = faults
        self.seed = seed
        self.model = model
    }
}

/// An error in the command line, with the usage.
struct RobotUsageError: Error, CustomStringConvertible {
    let description: String
}

extension RobotTask {
    private static let usage = """
        lab-robot SCRIPT RATE MILLISECONDS [grab] [--as MODEL] [--fault FAULT]… [--seed NUMBER], \
        lab-robot play RECORDING [grab] [--as MODEL] [--fault FAULT]… [--seed NUMBER], \
        lab-robot field-test PIXELS MILLIMETERS RATE [--as MODEL] [--fault FAULT]… \
        [--seed NUMBER], lab-robot tap [--as MODEL], \
        or lab-robot press MILLISECONDS
        """

    /// Parses a command line and reads the recording that it names.
    init(_ arguments: [String]) throws {
        var words: [String] = []
        var faults: [TouchFault] = []
        var seed: UInt64 = 1
        var model = RobotModel.robot
        var rest = arguments[...]
        while let word = rest.popFirst() {
            switch word {
            case "--as":
                guard let known = rest.popFirst().flatMap({ RobotModel(rawValue: $0) }) else {
                    throw RobotUsageError(description: "--as: unknown model; \(Self.usage)")
                }
                model = known
            case "--fault": faults.append(try TouchFault(parsing: rest.popFirst() ?? ""))
            case "--seed":
                guard let number = rest.popFirst().flatMap({ UInt64($0) }) else {
                    throw RobotUsageError(
                        description: "--seed: the number is missing; \(Self.usage)")
                }
                seed = number
            default: words.append(word)
            }
        }
        let isGrabbed = words.count > 2 && words.last == "grab"
        if isGrabbed { words.removeLast() }
        if words.count == 2, words[0] == "press", let milliseconds = Int64(words[1]) {
            self = .press(milliseconds: milliseconds)
        } else if words == ["tap"] {
            self = .tap(model: model)
        } else if words.first == "field-test",
            let task = FieldTestTask(
                words.dropFirst(), faults: faults, seed: seed, model: model)
        {
            self = .performFieldTest(task)
        } else if words.count == 2, words[0] == "play" {
            let frames = Self.frames(of: try Recording.read(path: words[1]))
            self = .play(
                FaultInjectingSource(frames, Self.injectors(faults, seed)), grabbed: isGrabbed,
                model: model)
        } else if words.count == 3, let name = RobotScript.Name(rawValue: words[0]),
            let rate = Int(words[1]), let milliseconds = Int64(words[2])
        {
            let script = RobotScript(name, rateHz: rate, duration: milliseconds * 1_000)
            self = .play(
                FaultInjectingSource(
                    script, Self.injectors(faults, seed),
                    until: Timestamp(microseconds: milliseconds * 1_000)), grabbed: isGrabbed,
                model: model)
        } else {
            throw RobotUsageError(description: Self.usage)
        }
    }

    private static func injectors(_ faults: [TouchFault], _ seed: UInt64) -> [FaultInjector] {
        faults.isEmpty
            ? [] : [FaultInjector(faults, touchscreen: TouchscreenProperties(), seed: seed)]
    }

    /// Returns the frames of the first device with frames, because the robot has one touchscreen.
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
