import KioskSystem
import TouchKitContacts
import TouchKitGeometry

/// A scanner that finds the events in a complete recording of `touchtracker record` without storing
/// them.
struct RecordingScanner {
    /// The maximum size of a recording without its events, in bytes.
    private static let maximumOutlineSize = 1 << 20
    private static let eventsKey = Array("  events:".utf8)
    private static let itemStart = Array("  - evdev:".utf8)
    private static let endMarker = Array("...".utf8)

    /// The text of the recording without its events.
    private(set) var outline: [UInt8] = []
    /// The events of each device, in the order of the file.
    private(set) var events: [RecordedEvents] = []
    /// The time of the last event of all devices, or 0 without events.
    private(set) var lastTime = Timestamp.zero

    private let file: RecordedLineFile
    private var lines: RecordedLines
    /// The offset in the file at which the events of the current device begin, or `nil` outside of
    /// events.
    private var eventsOffset: Int?
    /// The time of the last event of the current device.
    private var deviceTime = Timestamp.zero
    /// The number of events in the current frame, or `nil` before the first frame of the device.
    private var frameCount: Int?

    /// Scans the file at `path`.
    ///
    /// - Returns: `nil` if the file cannot be read, is damaged or incomplete, or contains events in
    ///   another form than `RecordingWriter` writes. `RecordingReader` must then read the file.
    /// - Complexity: O(size of the file), with memory that does not depend on it.
    init?(path: String) {
        do throws(LinuxError) {
            file = try RecordedLineFile(path: path)
        } catch {
            // The reader fails with the same error and reports it.
            return nil
        }
        lines = RecordedLines(file, in: 0..<file.size)
        while lines.advance() {
            guard scanLine(), outline.count <= Self.maximumOutlineSize else { return nil }
        }
        guard lines.offset == file.size, eventsOffset == nil,
            outline.suffix(Self.endMarker.count + 1).elementsEqual(Self.endMarker + [0x0A])
        else { return nil }
    }

    /// Processes the current line. Returns `false` if the line has an unexpected form.
    private mutating func scanLine() -> Bool {
        if let eventsOffset {
            if lines.line.first == UInt8(ascii: " ") { return scanEventLine() }
            // The device's part ends.
            if frameCount == 0 { return false }
            events.append(
                RecordedEvents(RecordedLines(file, in: eventsOffset..<lines.lineOffset)))
            self.eventsOffset = nil
        }
        outline += lines.line
        outline.append(0x0A)
        if lines.line.elementsEqual(Self.eventsKey) {
            eventsOffset = lines.offset
            deviceTime = .zero
            frameCount = nil
        }
        return true
    }

    /// Processes a line of a device's events.
    private mutating func scanEventLine() -> Bool {
        if let event = lines.event, let frameCount {
            if event.time < deviceTime { return false }
            deviceTime = event.time
            lastTime = max(lastTime, deviceTime)
            self.frameCount = frameCount + 1
            return true
        }
        guard lines.line.elementsEqual(Self.itemStart), frameCount != 0 else { return false }
        frameCount = 0
        return true
    }
}
