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
        let device: DeviceID
        let events: [EvdevEvent]
        var decoder: SlotDecoder
        var next = 0
    }

    private var sources: [Source]

    /// Creates a player at the start of a recording.
    package init(_ recording: Recording) {
        sources = recording.devices.enumerated().compactMap { index, device in
            let number = DeviceID(rawValue: UInt32(index) + 1)
            return device.makeDecoder(for: number).map {
                Source(device: number, events: device.events, decoder: $0)
            }
        }
    }

    /// Writes the next frame into `frame`. Allocates nothing once `frame` has enough capacity.
    ///
    /// - Returns: `false` at the end of the recording.
    /// - Complexity: O(events of the frame × devices).
    package mutating func next(into frame: inout TouchFrame) -> Bool {
        while let index = earliest {
            let event = sources[index].events[sources[index].next]
            sources[index].next += 1
            if sources[index].decoder.decodeRecorded(event, into: &frame) { return true }
        }
        return false
    }

    /// The index of the device whose next undecoded event is the earliest, or `nil` if all events
    /// are decoded.
    private var earliest: Int? {
        var found: (index: Int, time: Timestamp)?
        for index in sources.indices where sources[index].next < sources[index].events.count {
            let time = sources[index].events[sources[index].next].time
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
