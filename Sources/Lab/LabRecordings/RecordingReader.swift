import KioskYAML
import TouchKitContacts
import TouchKitGeometry

/// Makes a recording of a file's YAML, and notices where the file was cut off.
struct RecordingReader {
    /// A sign that the end of a file is missing.
    struct Cut {
        var line: Int
        var cause: String
    }

    /// More than any machine has; each costs a player memory.
    private static let mostDevices: Int64 = 256
    /// More than 30 years: larger seconds are a difference that went below zero.
    private static let largestSecond: Int64 = 1_000_000_000

    private let text: RecordingText
    /// The first sign of a cut, if there was one.
    private(set) var cut: Cut?

    init(_ text: RecordingText) {
        self.text = text
        if !text.isWhole { noteCut("the file was cut off in the middle of a line") }
    }

    /// What is whole of the recording; `cut` tells whether that is all.
    mutating func read(_ document: YAMLDocument) throws(YAMLError) -> Recording {
        let root = document.root
        guard let version = root["version"], root["devices"] != nil else {
            throw root.error(
                "this is no recording, or only its first lines",
                remedy: "name a file that “touchtracker record” or “libinput record” made")
        }
        guard try version.integer() == 1 else {
            throw version.error(
                "version \(try version.string()) of the format isn't known",
                remedy: "use a recording of version 1")
        }
        let count = try root.value(of: "ndevices").integer(in: 1...Self.mostDevices)
        let list = try root.value(of: "devices")
        let nodes = Array(try list.elements())
        guard nodes.count <= count else {
            throw list.error(
                "\(nodes.count) devices stand here, “ndevices” says \(count)",
                remedy: "correct “ndevices”")
        }
        let ours = root["touchtracker"]
        let isEnded = ours != nil && document.hasEndMarker
        var devices: [Recording.Device] = []
        for (index, node) in nodes.enumerated() {
            let isLast = index == nodes.count - 1
            guard let events = node["events"] else {
                // The events come last: without them, the description may not be whole either.
                guard isLast, index > 0 else {
                    throw node.error(
                        "the description of a device ends before its “events”",
                        remedy: "record again")
                }
                noteCut("the file was cut off in the description of a device")
                break
            }
            var device = try DescriptionReader.device(node)
            device.events = try readEvents(events, mayBeCut: isLast && !isEnded)
            devices.append(device)
        }
        guard devices.contains(where: { SlotDecoder($0.description, device: .first) != nil }) else {
            throw list.error(
                "no touch device with slots is in the recording",
                remedy: "record a touchscreen")
        }
        if devices.count < count {
            noteCut("\(devices.count) of \(count) devices are there: the file was cut off")
        }
        if ours != nil {
            if !isEnded { noteCut("the file was cut off: its end marker is missing") }
        } else if let last = devices.last, let events = nodes.last?["events"] {
            try noteCutOfOthers(root, devices, last, eventsLine: events.line)
        }
        let writerVersion = try ours?.value(of: "version").string()
        var notes: Recording.FieldTestNotes?
        if let node = root[Recording.FieldTestNotes.key] { notes = try .init(node) }
        return Recording(
            devices: devices, writerVersion: writerVersion, isIncomplete: cut != nil,
            fieldTest: notes)
    }

    private mutating func noteCut(_ cause: String) {
        cut = cut ?? Cut(line: text.lastLine, cause: cause)
    }

    // MARK: Events

    private mutating func readEvents(
        _ node: YAMLNode, mayBeCut: Bool
    ) throws(YAMLError) -> [EvdevEvent] {
        if node.isNull { return [] }
        var events: [EvdevEvent] = []
        // How many of them are whole frames.
        var whole = 0
        var lastItemIsWhole = true
        for item in try node.elements() {
            lastItemIsWhole = true
            for pair in try item.pairs() where pair.value.isNull { lastItemIsWhole = false }
            // What libinput made of the events, and whatever else there may be, is passed over.
            guard let frame = item["evdev"] else { continue }
            if frame.isNull { continue }
            for row in try frame.elements() {
                let event = try event(row)
                if let last = events.last, event.time < last.time {
                    throw row.error(
                        "time runs backwards here: \(event.time.microseconds) µs after \(last.time.microseconds) µs",
                        remedy: "record again")
                }
                events.append(event)
                if event.type == EventCode.synchronization, event.code == EventCode.report {
                    whole = events.count
                }
            }
        }
        guard mayBeCut, whole < events.count || !lastItemIsWhole else { return events }
        noteCut("the file was cut off in the middle of a frame")
        return Array(events[..<whole])
    }

    private func event(_ row: YAMLNode) throws(YAMLError) -> EvdevEvent {
        var numbers = try row.elements()
        guard numbers.count == 5, let second = numbers.next(), let microsecond = numbers.next(),
            let type = numbers.next(), let code = numbers.next(), let value = numbers.next()
        else {
            throw row.error(
                "an event of \(numbers.count) numbers stands here",
                remedy: "five are needed: seconds, microseconds, type, code, value")
        }
        let time =
            try second.integer(in: 0...Self.largestSecond) * 1_000_000
            + microsecond.integer(in: 0...999_999)
        return EvdevEvent(
            time: Timestamp(microseconds: time),
            type: UInt16(try type.integer(in: 0...EventNames.largestType)),
            code: UInt16(try code.integer(in: 0...EventNames.largestCode)),
            value: try value.value32())
    }

    // MARK: The end of other programs' files

    /// libinput's tool writes no end marker; what is left to see is whether the end makes sense.
    private mutating func noteCutOfOthers(
        _ root: YAMLNode, _ devices: [Recording.Device], _ last: Recording.Device, eventsLine: Int
    ) throws(YAMLError) {
        if let timeout = root["libinput"]?["autorestart"] {
            // Then it says when it closes a file, and that is the last thing it says.
            if text.isClosed(afterMilliseconds: try timeout.integer()) { return }
            noteCut("the file was cut off: the line “# Closing after …” is missing")
        }
        if !text.endsWithNewline {
            noteCut("the file was cut off in the middle of a line")
        }
        if text.endsWith("events:") || devices.allSatisfy({ $0.events.isEmpty }) {
            noteCut("no events stand at the end: the file was cut off, or nothing was touched")
        }
        let end = EndOfContacts(of: last)
        if end.fingersDown > 0 {
            noteCut(
                "a finger is down at the end: the file was cut off, or stopped while touched")
        }
        // A comment follows each frame that lifts the last finger; here it may be missing.
        if end.lastFrameLiftedAll, text.endsWithEvent,
            text.neutralLines.contains(where: { $0 > eventsLine })
        {
            noteCut("the file was cut off: no comment follows the lift of the last finger")
        }
    }
}

/// How the contacts of a device are when its recording ends.
private struct EndOfContacts {
    private(set) var fingersDown = 0
    /// Whether it was the very last frame that lifted the last finger.
    private(set) var lastFrameLiftedAll = false

    init(of device: Recording.Device) {
        guard var decoder = device.decoder(.first) else { return }
        var frame = TouchFrame(device: .first, time: .zero)
        for event in device.events {
            let hasNews = decoder.decodeRecorded(event, into: &frame)
            if event.type == EventCode.synchronization, event.code == EventCode.report {
                lastFrameLiftedAll = false
            }
            guard hasNews else { continue }
            let before = fingersDown
            for contact in frame.contacts {
                switch contact.state {
                case .down: fingersDown += 1
                case .up, .cancel: fingersDown -= 1
                case .motion: break
                }
            }
            lastFrameLiftedAll = before > 0 && fingersDown == 0
        }
    }
}
