import KioskYAML
import TouchKitGeometry

/// A recording whose events are read from the file while they are played, if possible, so that the
/// memory does not depend on the length of the recording.
package struct StreamedRecording: Sendable {
    /// The recorded devices, in the order of the file, without their events.
    package let devices: [Recording.Device]
    /// The version of TouchTracker that wrote the file, or `nil` for a file of another program.
    let writerVersion: String?
    /// Whether the file was truncated, so that events are missing in the recording.
    package let isIncomplete: Bool
    /// The metadata of the recorded field test, or `nil` if the recording contains no field test.
    package var fieldTest: Recording.FieldTestMetadata?
    /// The time of the last event of all devices, or 0 without events.
    package let lastTime: Timestamp
    /// The events of each device.
    let events: [RecordedEvents]
    /// The slot of each device to which its first events belong.
    let startingSlots: [Int]

    /// Creates a recording whose events are in memory.
    package init(_ recording: Recording) {
        self.init(recording, events: recording.devices.map { RecordedEvents($0.events) })
    }

    /// Reads the recording in the file at `path`.
    ///
    /// The events remain in the file, which must not change while the recording is played, if they
    /// have the layout of `touchtracker record` or `libinput record`. Any other recording is read
    /// into memory.
    ///
    /// - Parameters:
    ///   - path: The file's path.
    ///   - allowsIncomplete: Whether to read the complete frames of a truncated file.
    /// - Throws: `RecordingError` if the file cannot be read, is invalid, or is truncated.
    /// - Complexity: O(size of the file).
    package init(path: String, allowsIncomplete: Bool = false) throws(RecordingError) {
        if let scanner = RecordingScanner(path: path) {
            var reader = RecordingReader(scanner.end)
            // Lines have other numbers without the events, so errors are found again below.
            if let outline = try? YAMLDocument(bytes: scanner.outline, name: path),
                let recording = try? reader.read(outline, events: scanner.events)
            {
                if let truncation = reader.truncation, !allowsIncomplete {
                    throw RecordingError(truncation, of: path)
                }
                self = recording
                return
            }
        }
        self.init(try Recording.read(path: path, allowsIncomplete: allowsIncomplete))
    }

    /// Creates a recording with the events `events` of each device of `recording`.
    init(_ recording: Recording, events: [RecordedEvents]) {
        devices = recording.devices.map {
            Recording.Device(
                node: $0.node, description: $0.description, udevProperties: $0.udevProperties)
        }
        writerVersion = recording.writerVersion
        isIncomplete = recording.isIncomplete
        fieldTest = recording.fieldTest
        lastTime = events.map(\.lastTime).max() ?? .zero
        self.events = events
        startingSlots = events.map { Recording.Device.startingSlot(of: $0) }
    }

    /// Checks that no event was missing when the recording was played, because the file could not
    /// be read. Call this method after playing: a player ends without an error.
    ///
    /// - Throws: `RecordingError` with the first error.
    package func checkReading() throws(RecordingError) {
        for deviceEvents in events {
            if let error = deviceEvents.error { throw error }
        }
    }
}
