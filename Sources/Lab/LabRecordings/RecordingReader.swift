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
    static let maximumSeconds: Int64 = 1_000_000_000

    private let end: RecordingEnd
    /// The first evidence that the file is truncated, or `nil` if no evidence was found.
    private(set) var truncation: Truncation?

    /// Creates a reader for the document of a file with the end `end`.
    init(_ end: RecordingEnd) {
        self.end = end
        if !end.isWhole { recordTruncation("the file is truncated in the middle of a line") }
    }

    /// Returns the recording with all complete frames, and sets `truncation` if the file is
    /// truncated.
    ///
    /// - Parameters:
    ///   - document: The file's document.
    ///   - lists: The events of each device, if the document contains none.
    /// - Throws: `YAMLError` if the document is not a recording, contains invalid values, or does
    ///   not match `lists`.
    mutating func read(
        _ document: YAMLDocument, events lists: [RecordedEventList]? = nil
    ) throws(YAMLError) -> StreamedRecording {
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
        let (devices, events) = try readDevices(nodes, events: lists, isEnded: isEnded)
        if let lists, lists.count != events.count {
            throw list.error("\(lists.count) lists of events", remedy: "correct the layout")
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
        } else if let last = devices.last, devices.count == nodes.count {
            try detectTruncationOfForeignFile(root, last, events)
        }
        let writerVersion = try ownHeader?.value(of: "version").string()
        var metadata: Recording.FieldTestMetadata?
        if let node = root[Recording.FieldTestMetadata.key] { metadata = try .init(node) }
        let recording = Recording(
            devices: devices, writerVersion: writerVersion, isIncomplete: truncation != nil,
            fieldTest: metadata)
        return StreamedRecording(recording, events: events.map(\.events))
    }

    /// Returns the devices that `nodes` describe, without their events, and the events of each.
    /// Sets `truncation` if the last device is truncated.
    private mutating func readDevices(
        _ nodes: [YAMLNode], events lists: [RecordedEventList]?, isEnded: Bool
    ) throws(YAMLError) -> (devices: [Recording.Device], events: [RecordedEventList]) {
        var devices: [Recording.Device] = []
        var events: [RecordedEventList] = []
        for (index, node) in nodes.enumerated() {
            let isLast = index == nodes.count - 1
            guard let part = node["events"] else {
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
            devices.append(try DeviceDescriptionReader.readDevice(node))
            var eventList = try Self.events(part, at: index, of: lists)
            if isLast, !isEnded, eventList.endsInFrame {
                recordTruncation("the file is truncated in the middle of a frame")
                eventList.events = eventList.completeEvents
            }
            events.append(eventList)
        }
        return (devices, events)
    }

    /// Returns the events of a device, from the device's `part` of the document or from `lists`.
    private static func events(
        _ part: YAMLNode, at index: Int, of lists: [RecordedEventList]?
    ) throws(YAMLError) -> RecordedEventList {
        guard let lists else { return try readEvents(part) }
        guard part.isNull, index < lists.count else {
            throw part.error("unexpected events", remedy: "correct the layout")
        }
        return lists[index]
    }

    private func checkVersion(_ version: YAMLNode) throws(YAMLError) {
        guard try version.integer() == 1 else {
            throw version.error(
                "version \(try version.string()) of the format is unknown",
                remedy: "use a recording of version 1")
        }
    }

    private mutating func recordTruncation(_ cause: String) {
        truncation = truncation ?? Truncation(line: end.lastLine, cause: cause)
    }

    // MARK: Events

    private static func readEvents(_ part: YAMLNode) throws(YAMLError) -> RecordedEventList {
        var events: [EvdevEvent] = []
        // The number of leading events that belong to complete frames.
        var completeCount = 0
        var lastItemIsComplete = true
        var items = part.isNull ? nil : try part.elements()
        while let item = items?.next() {
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
                if event.isReport { completeCount = events.count }
            }
        }
        let all = RecordedEvents(events)
        return RecordedEventList(
            events: all,
            completeEvents: completeCount == events.count
                ? all : RecordedEvents(Array(events[..<completeCount])),
            endsInFrame: completeCount < events.count || !lastItemIsComplete, line: part.line)
    }

    private static func event(_ row: YAMLNode) throws(YAMLError) -> EvdevEvent {
        var numbers = try row.elements()
        guard numbers.count == 5, let second = numbers.next(), let microsecond = numbers.next(),
            let type = numbers.next(), let code = numbers.next(), let value = numbers.next()
        else {
            throw row.error(
                "an event with \(numbers.count) numbers instead of 5",
                remedy: "write seconds, microseconds, type, code, value")
        }
        let time =
            try second.integer(in: 0...maximumSeconds) * 1_000_000
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
        _ root: YAMLNode, _ last: Recording.Device, _ events: [RecordedEventList]
    ) throws(YAMLError) {
        guard let lastEvents = events.last else { return }
        if let timeout = root["libinput"]?["autorestart"] {
            // With this option, the last line of a closed file is a comment with the timeout.
            if end.isClosed(afterMilliseconds: try timeout.integer()) { return }
            recordTruncation("the file is truncated: the line “# Closing after …” is missing")
        }
        if !end.endsWithNewline {
            recordTruncation("the file is truncated in the middle of a line")
        }
        if end.endsWith("events:") || events.allSatisfy({ $0.events.isEmpty }) {
            recordTruncation("no events at the end: the file is truncated, or nothing was touched")
        }
        let state = FinalContactState(of: last, lastEvents.events)
        if state.contactsDown > 0 {
            recordTruncation(
                "a contact is down at the end: the file is truncated, or recording was stopped "
                    + "during a touch")
        }
        // libinput writes a comment after each frame that lifts the last contact.
        if state.lastFrameLiftedAll, end.endsWithEvent, end.lastNeutralLine > lastEvents.line {
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

    /// Creates the final state by decoding all `events` of `device`.
    ///
    /// - Complexity: O(events).
    init(of device: Recording.Device, _ events: RecordedEvents) {
        let slot = Recording.Device.startingSlot(of: events)
        guard
            var decoder = SlotDecoder(device.description, device: .first, startingSlot: slot)
        else { return }
        var frame = TouchFrame(device: .first, time: .zero)
        for event in events {
            let isFrame = decoder.decodeRecorded(event, into: &frame)
            if event.isReport { lastFrameLiftedAll = false }
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

extension EvdevEvent {
    /// Whether the event is `SYN_REPORT`, which ends a frame.
    package var isReport: Bool { type == EventCode.synchronization && code == EventCode.report }
}
