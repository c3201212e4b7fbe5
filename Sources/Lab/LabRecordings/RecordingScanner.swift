import KioskSystem
import KioskYAML
import TouchKitContacts
import TouchKitGeometry

/// A scanner that finds the events in a recording without storing them.
struct RecordingScanner {
    /// The maximum size of a recording without its events, in bytes.
    private static let maximumOutlineSize = 1 << 20
    private static let eventsKey = Array("  events:".utf8)

    /// The text of the recording without its events and without an incomplete last line.
    private(set) var outline: [UInt8] = []
    /// The events of each device, in the order of the file.
    private(set) var events: [RecordedEventList] = []
    /// The end of the file.
    let end: RecordingEnd

    /// Scans the file at `path`.
    ///
    /// - Returns: `nil` if the file cannot be read, or contains events in another layout than that
    ///   of `RecordingWriter` or `libinput record`. `RecordingReader` must then read the file.
    /// - Complexity: O(size of the file), with memory that does not depend on it.
    init?(path: String) {
        let file: RecordedLineFile
        do throws(LinuxError) {
            file = try RecordedLineFile(path: path)
        } catch {
            // The reader fails with the same error and reports it.
            return nil
        }
        var lines = RecordedLines(file, in: 0..<file.size)
        var count = 0
        var neutralLine = 0
        var lastOffset = 0
        var list: EventListScan?
        while lines.advance(), !lines.lineContainsZero {
            count += 1
            lastOffset = lines.lineOffset
            switch list?.scan(lines, number: count) {
            case .row?: continue
            case .neutralComment?: neutralLine = count
            case .unknown?: return nil
            case .end?, nil:
                if let list { events.append(list.events(of: file, before: lines.lineOffset)) }
                list = nil
                outline += lines.line
                outline.append(0x0A)
                guard outline.count <= Self.maximumOutlineSize else { return nil }
                if RecordingEnd.isNeutralComment(lines.line) { neutralLine = count }
                if lines.line.elementsEqual(Self.eventsKey) {
                    list = EventListScan(start: lines.offset)
                }
            }
        }
        // After a power loss, a file system may leave zero bytes at the end of a file.
        let rest = lines.lineContainsZero ? lines.line : lines.remainder
        let isCut = rest.contains(0)
        guard isCut || lines.remainderIsComplete else { return nil }
        if let list { events.append(list.events(of: file, before: lines.lineOffset)) }
        var last = RecordedLines(file, in: lastOffset..<file.size)
        _ = count > 0 && last.advance()
        end = RecordingEnd(
            lineCount: count, line: last.line, rest: rest.prefix { $0 != 0 },
            lastNeutralLine: neutralLine, isCut: isCut)
    }
}

/// A scan of the events of one device.
private struct EventListScan {
    /// The kinds of lines.
    enum Line {
        /// A line of an item.
        case row
        /// libinput's comment for a frame that leaves no contact down.
        case neutralComment
        /// The first line after the events.
        case end
        /// A line in another layout.
        case unknown
    }

    /// The lists of an item.
    private enum Part {
        case evdev, libinput
    }

    private static let itemStart = Array("  - evdev:".utf8)
    private static let libinputItemStart = Array("  - libinput:".utf8)
    private static let libinputKey = Array("    libinput:".utf8)
    private static let libinputRow = Array("    - {".utf8)

    /// The offset in the file at which the events begin.
    private let start: Int
    /// The offset in the file after the last `SYN_REPORT`.
    private var completeEnd: Int
    /// The time of the last `SYN_REPORT`.
    private var completeTime = Timestamp.zero
    /// The time of the last event.
    private var time = Timestamp.zero
    /// Whether events follow the last `SYN_REPORT`.
    private var isInFrame = false
    /// The list to which the next rows belong, or `nil` before the first item.
    private var part: Part?
    /// Whether the current list has no row yet.
    private var partIsEmpty = false
    /// Whether an earlier list of the current item has no row.
    private var itemHasEmptyPart = false
    /// The number of the line in which the first item begins, from 1.
    private var firstLine = 0

    /// Creates a scan of the events that begin at the offset `start` of a file.
    init(start: Int) {
        self.start = start
        completeEnd = start
    }

    /// Returns the events that were scanned. They end before the offset `end` of `file`.
    func events(of file: RecordedLineFile, before end: Int) -> RecordedEventList {
        RecordedEventList(
            events: RecordedEvents(RecordedLines(file, in: start..<end), lastTime: time),
            completeEvents: RecordedEvents(
                RecordedLines(file, in: start..<completeEnd), lastTime: completeTime),
            endsInFrame: isInFrame || partIsEmpty || itemHasEmptyPart, line: firstLine)
    }

    /// Scans the current line of `lines`, which has the number `number`, and returns its kind.
    mutating func scan(_ lines: RecordedLines, number: Int) -> Line {
        if let event = lines.event {
            guard part == .evdev, event.time >= time else { return .unknown }
            partIsEmpty = false
            time = event.time
            isInFrame = !event.isReport
            if event.isReport {
                completeEnd = lines.offset
                completeTime = time
            }
            return .row
        }
        let line = lines.line
        if let text = line.first(where: { $0 != UInt8(ascii: " ") }), text == UInt8(ascii: "#") {
            guard line.allSatisfy({ (0x20..<0x7F).contains($0) }) else { return .unknown }
            return RecordingEnd.isNeutralComment(line) ? .neutralComment : .row
        }
        guard line.first == UInt8(ascii: " ") else { return line.isEmpty ? .unknown : .end }
        if line.elementsEqual(Self.itemStart) || line.elementsEqual(Self.libinputItemStart) {
            if part == nil { firstLine = number }
            part = line.elementsEqual(Self.itemStart) ? .evdev : .libinput
            itemHasEmptyPart = false
            partIsEmpty = true
        } else if part == .evdev, line.elementsEqual(Self.libinputKey) {
            part = .libinput
            itemHasEmptyPart = partIsEmpty
            partIsEmpty = true
        } else if part == .libinput, line.starts(with: Self.libinputRow),
            (try? YAMLDocument(bytes: Array(line), name: "")) != nil
        {
            partIsEmpty = false
        } else {
            return .unknown
        }
        return .row
    }
}
