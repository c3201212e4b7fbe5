import TouchKitContacts
import TouchKitGeometry

/// Writes recordings, as text, event by event; where the text goes is the caller's business.
///
/// A file is: `appendHeader`, then for each device its part, then what a field test notes, if it is one's
/// (`appendFieldTest(_:into:)`), then `appendEnd`. A part is what the
/// device's own writer appends: `appendDevice`, then `append(_:into:)` as events come. Events of
/// several devices come mixed but their parts stand one after the other, so the caller keeps a
/// stream for each and joins them at the end.
///
/// Once `text` has room, an event allocates nothing.
package struct RecordingWriter: Sendable {
    /// What a file says of the machine it was made on; what is nil isn't written.
    package struct Machine: Hashable, Sendable {
        /// Name and version of the system: `debian:13`.
        package var system: String?
        /// The kernel's release.
        package var kernel: String?
        /// What the board is called, by the device tree or DMI.
        package var board: String?

        /// Makes a description.
        package init(system: String? = nil, kernel: String? = nil, board: String? = nil) {
            self.system = system
            self.kernel = kernel
            self.board = board
        }
    }

    private var start: Timestamp?
    private var last = Timestamp.zero
    private var isInFrame = false

    /// Makes the writer of one device's part.
    ///
    /// - Parameter start: The moment that is 0 in the file: where several devices are recorded, when
    ///   the recording began. nil where there is one device: its first event then, as in libinput's
    ///   tool.
    package init(start: Timestamp? = nil) {
        self.start = start
    }

    /// Appends the beginning of a file.
    ///
    /// - Parameters:
    ///   - deviceCount: How many parts will follow, at least 1.
    ///   - writerVersion: This program's version.
    ///   - machine: What it ran on.
    ///   - text: Gets the lines.
    package static func appendHeader(
        deviceCount: Int, writerVersion: String, machine: Machine = Machine(),
        into text: inout [UInt8]
    ) {
        text.append("# touchtracker record\nversion: 1\nndevices: ")
        text.append(Int64(deviceCount))
        text.append("\ntouchtracker:\n  version: ")
        text.append(quoting: writerVersion)
        text.append("\nsystem:\n")
        let lines: [(StaticString, String?)] = [
            ("os: ", machine.system), ("kernel: ", machine.kernel), ("dmi: ", machine.board),
        ]
        for case (let key, let value?) in lines {
            text.append(key)
            text.append(quoting: value)
            text.append("\n")
        }
        text.append("devices:\n")
    }

    /// Appends the end of a file: without it, the file was cut off.
    package static func appendEnd(into text: inout [UInt8]) {
        text.append("...\n")
    }

    /// Appends what a part begins with. The device's `events` are left out.
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

    /// Appends events as they came from the kernel: any number of them, frames whole or in pieces.
    ///
    /// What is older than the start counts as of the start, and no time is before the one written
    /// last: a reader refuses files in which time runs backwards.
    package mutating func append(_ events: [EvdevEvent], into text: inout [UInt8]) {
        for event in events { append(event, into: &text) }
    }

    private mutating func append(_ event: EvdevEvent, into text: inout [UInt8]) {
        let start = start ?? event.time
        self.start = start
        let (offset, overflows) = event.time.microseconds.subtractingReportingOverflow(
            start.microseconds)
        if !overflows { last = max(last, Timestamp(microseconds: offset)) }
        // `libinput replay` plays an item at once: it must hold one frame.
        if !isInFrame { text.append("  - evdev:\n") }
        isInFrame = true
        text.append("    - [")
        text.append(last.microseconds / 1_000_000, width: 3)
        text.append(", ")
        text.append(last.microseconds % 1_000_000, width: 6)
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
        if event.type == EventCode.synchronization, event.code == EventCode.report {
            isInFrame = false
        }
    }
}
