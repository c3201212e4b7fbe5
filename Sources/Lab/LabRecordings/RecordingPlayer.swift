import TouchKitContacts
import TouchKitGeometry

/// Plays a recording: all devices' events in the order of time, decoded to touch frames.
///
/// Devices are numbered from 1 in the order of the file; where two say something at the same
/// moment, the first of them comes first. What isn't touch is passed over.
///
/// Where the kernel dropped events (`SYN_DROPPED`), a file doesn't tell how the slots really are, so
/// all contacts of that device are cancelled. `touchtracker record` reads the slots then and writes
/// them as a frame of its own: fingers that are still down come down anew.
package struct RecordingPlayer: TouchFrameSource {
    private struct Source: Sendable {
        let device: DeviceID
        let events: [EvdevEvent]
        var decoder: SlotDecoder
        var next = 0
    }

    private var sources: [Source]

    /// Makes a player at the beginning of a recording.
    package init(_ recording: Recording) {
        sources = recording.devices.enumerated().compactMap { index, device in
            let number = DeviceID(rawValue: UInt32(index) + 1)
            return device.decoder(number).map {
                Source(device: number, events: device.events, decoder: $0)
            }
        }
    }

    /// Puts the next frame into `frame`; allocates nothing once that has room.
    ///
    /// - Returns: Whether there was another frame.
    /// - Complexity: O(events of the frame × devices).
    package mutating func next(into frame: inout TouchFrame) -> Bool {
        while let index = earliest {
            let event = sources[index].events[sources[index].next]
            sources[index].next += 1
            if sources[index].decoder.decodeRecorded(event, into: &frame) { return true }
        }
        return false
    }

    /// The device whose next event is the earliest.
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
    /// All touch frames, in the order of time; `RecordingPlayer` says how they come about.
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
    /// Takes one event of a recording; after a loss, nobody can be asked for the slots.
    ///
    /// - Returns: Whether `frame` now holds something to say.
    mutating func decodeRecorded(_ event: EvdevEvent, into frame: inout TouchFrame) -> Bool {
        switch decode(
            type: event.type, code: event.code, value: event.value, time: event.time, into: &frame)
        {
        case .incomplete: false
        case .frame: true
        case .lost: cancelContacts(at: event.time, into: &frame)
        }
    }
}

extension DeviceID {
    /// The first device of a recording.
    static let first = DeviceID(rawValue: 1)
}
