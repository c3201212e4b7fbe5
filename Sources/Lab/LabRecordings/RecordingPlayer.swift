import TouchKitContacts
import TouchKitGeometry

/// A touch frame source that decodes the events of a recording, sorted by time.
///
/// Devices are numbered from 1 in the order in which the file lists them. If events are
/// simultaneous, the events of the device with the lower number come first. Events other than touch
/// are ignored.
///
/// After a `SYN_DROPPED` event a file does not contain the state of the slots, so all contacts of
/// the device are cancelled. `touchtracker record` reads the slots after `SYN_DROPPED` and stores
/// them as a frame: contacts that are still down start again in that frame.
package struct RecordingPlayer: TouchFrameSource {
    /// The events of one device and the decoder for them.
    private struct Source: Sendable {
        var events: RecordedEvents.Iterator
        var decoder: SlotDecoder
        /// The next event that is not decoded yet, or `nil` at the end.
        var upcoming: EvdevEvent?
    }

    private var sources: [Source] = []

    /// Creates a player at the start of a recording.
    package init(_ recording: Recording) {
        self.init(StreamedRecording(recording))
    }

    /// Creates a player at the start of a recording.
    package init(_ recording: StreamedRecording) {
        for (index, device) in recording.devices.enumerated() {
            let decoder = SlotDecoder(
                device.description, device: DeviceID(rawValue: UInt32(index) + 1),
                startingSlot: recording.startingSlots[index])
            guard let decoder else { continue }
            var events = recording.events[index].makeIterator()
            let first = events.next()
            sources.append(Source(events: events, decoder: decoder, upcoming: first))
        }
    }

    /// Writes the next frame into `frame`. Allocates nothing once `frame` has enough capacity.
    ///
    /// - Returns: `false` at the end of the recording.
    /// - Complexity: O(events of the frame × devices).
    package mutating func next(into frame: inout TouchFrame) -> Bool {
        while let index = earliest, let event = sources[index].upcoming {
            sources[index].upcoming = sources[index].events.next()
            if sources[index].decoder.decodeRecorded(event, into: &frame) { return true }
        }
        return false
    }

    /// The index of the device whose next undecoded event is the earliest, or `nil` if all events
    /// are decoded.
    private var earliest: Int? {
        var found: (index: Int, time: Timestamp)?
        for index in sources.indices {
            guard let time = sources[index].upcoming?.time else { continue }
            if let found, found.time <= time { continue }
            found = (index, time)
        }
        return found?.index
    }
}

extension Recording {
    /// The touch frames of all devices, sorted by time, decoded in the way that `RecordingPlayer`
    /// describes.
    ///
    /// - Complexity: O(events × devices).
    package var frames: [TouchFrame] {
        var player = RecordingPlayer(self)
        var frame = TouchFrame(device: .first, time: .zero)
        var frames: [TouchFrame] = []
        while player.next(into: &frame) { frames.append(frame) }
        return frames
    }
}

extension SlotDecoder {
    /// Decodes one event of a recording. After `SYN_DROPPED` all contacts are cancelled.
    ///
    /// - Returns: Whether `frame` now contains a complete frame.
    mutating func decodeRecorded(_ event: EvdevEvent, into frame: inout TouchFrame) -> Bool {
        switch decode(
            type: event.type, code: event.code, value: event.value, time: event.time, into: &frame)
        {
        case .incomplete: false
        case .frame: true
        case .eventsDropped: cancelContacts(at: event.time, into: &frame)
        }
    }
}

extension DeviceID {
    /// The identifier of the first device in a recording.
    static let first = DeviceID(rawValue: 1)
}
