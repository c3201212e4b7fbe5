import KioskYAML
import TouchKitContacts
import TouchKitGeometry

/// A reader that converts the YAML document of a file into a recording, and detects truncation.
struct RecordingReader {
    /// Evidence that the end of a file is missing.
    struct Truncation {
        /// The number of the file's last line, from 1.
        var line: Int
        /// The evidence, as text for an error message.
        var cause: String
    }

    /// The maximum accepted number of devices, which no computer reaches.
    private static let maximumDeviceCount: Int64 = 256
    /// The maximum accepted event time in seconds, more than 30 years. Larger values result from an
    /// integer underflow in the program that created the recording.
    private static let maximumSeconds: Int64 = 1_000_000_000

    private let text: RecordingText
    /// The first evidence that the file is truncated, or `nil` if no evidence was found.
    private(set) var truncation: Truncation?

    /// Creates a reader for the document that was parsed from `text`.
    init(_ text: RecordingText) {
        self.text = text
        if !text.isWhole { recordTruncation("the file is truncated in the middle of a line") }
    }

    /// Returns the recording with all complete frames, and sets `truncation` if the file is
    /// truncated.
    ///
    /// - Throws: `YAMLError` if the document is not a recording or contains invalid values.
    mutating func read(_ document: YAMLDocument) throws(YAMLError) -> Recording {
        let root = document.root
        guard let version = root["version"], root["devices"] != nil else {
            throw root.error(
                "not a recording, or only the first lines of one",
                remedy: "name a file made by “touchtracker record” or “libinput record”")
        }
        try checkVersion(version)
        let count = try root.value(of: "ndevices").integer(in: 1...Self.maximumDeviceCount)
        let list = try root.value(of: "devices")
        let nodes = Array(try list.elements())
        guard nodes.count <= count else {
            throw list.error(
                "\(nodes.count) devices, but “ndevices” is \(count)",
                remedy: "correct “ndevices”")
        }
        let ownHeader = root["touchtracker"]
        let isEnded = ownHeader != nil && document.hasEndMarker
        var devices: [Recording.Device] = []
        for (index, node) in nodes.enumerated() {
            let isLast = index == nodes.count - 1
            guard let events = node["events"] else {
                // The events are the last part of a device. Without them, the description may be
                // incomplete, too.
                guard isLast, index > 0 else {
                    throw node.error(
                        "the description of a device ends before its “events”",
                        remedy: "record again")
                }
                recordTruncation("the file is truncated in the description of a device")
                break
            }
            var device = try DeviceDescriptionReader.readDevice(node)
            device.events = try readEvents(events, mayBeTruncated: isLast && !isEnded)
            devices.append(device)
        }
        guard devices.contains(where: { SlotDecoder($0.description, device: .first) != nil }) else {
            throw list.error(
                "the recording contains no touch device with slots",
                remedy: "record a touchscreen")
        }
        if devices.count < count {
            recordTruncation(
                "the file is truncated: it contains \(devices.count) of \(count) devices")
        }
        if ownHeader != nil {
            if !isEnded { recordTruncation("the file is truncated: its end marker is missing") }
        } else if let last = devices.last, let events = nodes.last?["events"] {
            try detectTruncationOfForeignFile(root, devices, last, eventsLine: events.line)
        }
        let writerVersion = try ownHeader?.value(of: "version").string()
        var metadata: Recording.FieldTestMetadata?
        if let node = root[Recording.FieldTestMetadata.key] { metadata = try .init(node) }
        return Recording(
            devices: devices, writerVersion: writerVersion, isIncomplete: truncation != nil,
            fieldTest: metadata)
    }

    private func checkVersion(_ version: YAMLNode) throws(YAMLError) {
        guard try version.integer() == 1 else {
            throw version.error(
                "version \(try version.string()) of the format is unknown",
                remedy: "use a recording of version 1")
        }
    }

    private mutating func recordTruncation(_ cause: String) {
        truncation = truncation ?? Truncation(line: text.lastLine, cause: cause)
    }

    // MARK: Events

    private mutating func readEvents(
        _ node: YAMLNode, mayBeTruncated: Bool
    ) throws(YAMLError) -> [EvdevEvent] {
        if node.isNull { return [] }
        var events: [EvdevEvent] = []
        // The number of leading events that belong to complete frames.
        var completeCount = 0
        var lastItemIsComplete = true
        for item in try node.elements() {
            lastItemIsComplete = true
            for pair in try item.pairs() where pair.value.isNull { lastItemIsComplete = false }
            // An item may also contain libinput's own events and other keys; they are ignored.
            guard let frame = item["evdev"] else { continue }
            if frame.isNull { continue }
            for row in try frame.elements() {
                let event = try event(row)
                if let last = events.last, event.time < last.time {
                    throw row.error(
                        "time runs backwards: \(event.time.microseconds) µs after "
                            + "\(last.time.microseconds) µs",
                        remedy: "record again")
                }
                events.append(event)
                if event.type == EventCode.synchronization, event.code == EventCode.report {
                    completeCount = events.count
                }
            }
        }
        guard mayBeTruncated, completeCount < events.count || !lastItemIsComplete else {
            return events
        }
        recordTruncation("the file is truncated in the middle of a frame")
        return Array(events[..<completeCount])
    }

    private func event(_ row: YAMLNode) throws(YAMLError) -> EvdevEvent {
        var numbers = try row.elements()
        guard numbers.count == 5, let second = numbers.next(), let microsecond = numbers.next(),
            let type = numbers.next(), let code = numbers.next(), let value = numbers.next()
        else {
            throw row.error(
                "an event with \(numbers.count) numbers instead of 5",
                remedy: "write seconds, microseconds, type, code, value")
        }
        let time =
            try second.integer(in: 0...Self.maximumSeconds) * 1_000_000
            + microsecond.integer(in: 0...999_999)
        return EvdevEvent(
            time: Timestamp(microseconds: time),
            type: UInt16(try type.integer(in: 0...EventNames.largestType)),
            code: UInt16(try code.integer(in: 0...EventNames.largestCode)),
            value: try value.int32())
    }

    // MARK: Truncation of other programs' files

    /// Sets `truncation` if the end of a file that `libinput record` wrote is implausible.
    /// `libinput record` writes no end marker.
    private mutating func detectTruncationOfForeignFile(
        _ root: YAMLNode, _ devices: [Recording.Device], _ last: Recording.Device, eventsLine: Int
    ) throws(YAMLError) {
        if let timeout = root["libinput"]?["autorestart"] {
            // With this option, the last line of a closed file is a comment with the timeout.
            if text.isClosed(afterMilliseconds: try timeout.integer()) { return }
            recordTruncation("the file is truncated: the line “# Closing after …” is missing")
        }
        if !text.endsWithNewline {
            recordTruncation("the file is truncated in the middle of a line")
        }
        if text.endsWith("events:") || devices.allSatisfy({ $0.events.isEmpty }) {
            recordTruncation("no events at the end: the file is truncated, or nothing was touched")
        }
        let end = FinalContactState(of: last)
        if end.contactsDown > 0 {
            recordTruncation(
                "a contact is down at the end: the file is truncated, or recording was stopped "
                    + "during a touch")
        }
        // libinput writes a comment after each frame that lifts the last contact.
        if end.lastFrameLiftedAll, text.endsWithEvent,
            text.neutralLines.contains(where: { $0 > eventsLine })
        {
            recordTruncation(
                "the file is truncated: no comment follows the lift of the last contact")
        }
    }
}

/// The state of a device's contacts at the end of its recording.
private struct FinalContactState {
    /// The number of contacts that are down after the last event.
    private(set) var contactsDown = 0
    /// Whether the last frame lifted the last contact that was down.
    private(set) var lastFrameLiftedAll = false

    /// Creates the final state by decoding all events of `device`.
    ///
    /// - Complexity: O(events).
    init(of device: Recording.Device) {
        guard var decoder = device.makeDecoder(for: .first) else { return }
        var frame = TouchFrame(device: .first, time: .zero)
        for event in device.events {
            let isFrame = decoder.decodeRecorded(event, into: &frame)
            if event.type == EventCode.synchronization, event.code == EventCode.report {
                lastFrameLiftedAll = false
            }
            guard isFrame else { continue }
            let before = contactsDown
            for contact in frame.contacts {
                switch contact.state {
                case .down: contactsDown += 1
                case .up, .cancel: contactsDown -= 1
                case .motion: break
                }
            }
            lastFrameLiftedAll = before > 0 && contactsDown == 0
        }
    }
}
