import TouchKitContacts
import TouchKitGeometry

/// A writer that formats one device's part of a recording as text.
///
/// A file consists of `appendHeader`, one part per device, optionally `appendFieldTest`, and
/// `appendEnd`. Each part has its own writer and consists of `appendDevice` and any number of
/// `append(_:into:)` calls. Events of several devices arrive interleaved, but the parts follow each
/// other in the file, so the caller must buffer each part separately.
///
/// Appending an event allocates nothing once `text` has enough capacity.
package struct RecordingWriter: Sendable {
    /// A description of the computer that makes a recording. `nil` properties are omitted from the
    /// file.
    package struct HostInformation: Hashable, Sendable {
        /// The name and version of the operating system, such as `debian:13`.
        package var system: String?
        /// The kernel's release, such as `6.12.25`.
        package var kernel: String?
        /// The board's identifier from the device tree or DMI.
        package var board: String?

        /// Creates a description.
        package init(system: String? = nil, kernel: String? = nil, board: String? = nil) {
            self.system = system
            self.kernel = kernel
            self.board = board
        }
    }

    private var start: Timestamp?
    /// The time of the last appended event, counted from `start`.
    private var lastTime = Timestamp.zero
    private var isInFrame = false

    /// Creates the writer of one device's part.
    ///
    /// - Parameter start: The time that becomes 0 in the file. All writers of a file with several
    ///   devices need the same value. If `nil`, the time of the first event becomes 0, as in
    ///   `libinput record`.
    package init(start: Timestamp? = nil) {
        self.start = start
    }

    /// Appends the header of a file.
    ///
    /// - Parameters:
    ///   - deviceCount: The number of device parts that will follow, at least 1.
    ///   - writerVersion: The version of this program.
    ///   - host: The computer that makes the recording.
    ///   - text: The text to append to.
    package static func appendHeader(
        deviceCount: Int, writerVersion: String, host: HostInformation = HostInformation(),
        into text: inout [UInt8]
    ) {
        text.append("# touchtracker record\nversion: 1\nndevices: ")
        text.append(Int64(deviceCount))
        text.append("\ntouchtracker:\n  version: ")
        text.append(quoting: writerVersion)
        text.append("\nsystem:\n")
        let lines: [(StaticString, String?)] = [
            ("os: ", host.system), ("kernel: ", host.kernel), ("dmi: ", host.board),
        ]
        for case (let key, let value?) in lines {
            text.append(key)
            text.append(quoting: value)
            text.append("\n")
        }
        text.append("devices:\n")
    }

    /// Appends the end marker. Readers treat a file without the marker as truncated.
    package static func appendEnd(into text: inout [UInt8]) {
        text.append("...\n")
    }

    /// Appends the description of a device, without its events.
    package func appendDevice(_ device: Recording.Device, into text: inout [UInt8]) {
        let description = device.description
        text.append("- node: ")
        text.append(quoting: device.node)
        text.append("\n  evdev:\n    # Name: ")
        text.append(comment: description.name)
        text.append("\n    name: ")
        text.append(quoting: description.name)
        let identity = description.identity
        text.append("\n    id: ")
        text.append(
            list: [identity.bus, identity.vendor, identity.product, identity.version].lazy
                .map { Int64($0) })
        text.append(description.codes.isEmpty ? "\n    codes: {}\n" : "\n    codes:\n")
        for (type, codes) in description.codes.sorted(by: { $0.key < $1.key }) {
            text.append("      ")
            text.append(Int64(type))
            text.append(": ")
            text.append(list: codes.lazy.map { Int64($0) })
            text.append("\n")
        }
        text.append(description.axes.isEmpty ? "    absinfo: {}\n" : "    absinfo:\n")
        for (code, axis) in description.axes.sorted(by: { $0.key < $1.key }) {
            text.append("      ")
            text.append(Int64(code))
            text.append(": ")
            let numbers = [axis.minimum, axis.maximum, axis.fuzz, axis.flat, axis.resolution]
            text.append(list: numbers.lazy.map { Int64($0) })
            if let name = EventNames.name(type: EventCode.absolute, code: code) {
                text.append(" # ")
                text.append(name)
            }
            text.append("\n")
        }
        text.append("    properties: ")
        text.append(list: description.properties.lazy.map { Int64($0) })
        text.append("\n  udev:\n")
        text.append(
            device.udevProperties.isEmpty ? "    properties: []\n" : "    properties:\n")
        for property in device.udevProperties {
            text.append("    - ")
            text.append(quoting: "\(property.key)=\(property.value)")
            text.append("\n")
        }
        text.append("  events:\n")
    }

    /// Appends kernel events to the device's part. The events need not form complete frames.
    ///
    /// Times before `start` become 0. If an event is earlier than the previous event, the previous
    /// event's time is written, because readers reject files in which time runs backwards.
    package mutating func append(_ events: [EvdevEvent], into text: inout [UInt8]) {
        for event in events { append(event, into: &text) }
    }

    private mutating func append(_ event: EvdevEvent, into text: inout [UInt8]) {
        let start = start ?? event.time
        self.start = start
        let (offset, overflows) = event.time.microseconds.subtractingReportingOverflow(
            start.microseconds)
        if !overflows { lastTime = max(lastTime, Timestamp(microseconds: offset)) }
        // `libinput replay` plays one list item at a time, so an item must contain a whole frame.
        if !isInFrame { text.append("  - evdev:\n") }
        isInFrame = true
        text.append("    - [")
        text.append(lastTime.microseconds / 1_000_000, width: 3)
        text.append(", ")
        text.append(lastTime.microseconds % 1_000_000, width: 6)
        text.append(", ")
        text.append(Int64(event.type), width: 3)
        text.append(", ")
        text.append(Int64(event.code), width: 3)
        text.append(", ")
        text.append(Int64(event.value), width: 7)
        text.append("]")
        if let name = EventNames.name(type: event.type, code: event.code) {
            text.append(" # ")
            text.append(name)
        }
        text.append("\n")
        if event.isReport { isInFrame = false }
    }
}
