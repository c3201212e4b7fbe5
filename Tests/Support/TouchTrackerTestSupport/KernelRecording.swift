import TouchKitContacts
import TouchKitGeometry

/// What a kernel reported of one touch panel: the bytes that its evdev node delivered.
package struct KernelRecording {
    /// The frames, in order.
    package let frames: [TouchFrame]

    /// Makes a recording from its frames.
    package init(frames: [TouchFrame]) {
        self.frames = frames
    }

    /// Decodes `struct input_event`s of a 64-bit kernel (24 bytes each): seconds, microseconds,
    /// type, code, value.
    ///
    /// - Parameters:
    ///   - bytes: What was read from the node.
    ///   - decoder: The panel's decoder. The kernel says only what changed in a slot since the
    ///     contact before, so a later recording goes on with the decoder of the earlier one.
    package init(_ bytes: [UInt8], decoder: inout SlotDecoder) {
        var frames: [TouchFrame] = []
        var frame = TouchFrame(device: DeviceID(rawValue: 0), time: .zero)
        bytes.withUnsafeBytes { raw in
            for offset in stride(from: 0, to: raw.count / 24 * 24, by: 24) {
                let seconds = raw.loadUnaligned(fromByteOffset: offset, as: Int64.self)
                let microseconds = raw.loadUnaligned(fromByteOffset: offset + 8, as: Int64.self)
                let result = decoder.decode(
                    type: raw.loadUnaligned(fromByteOffset: offset + 16, as: UInt16.self),
                    code: raw.loadUnaligned(fromByteOffset: offset + 18, as: UInt16.self),
                    value: raw.loadUnaligned(fromByteOffset: offset + 20, as: Int32.self),
                    time: Timestamp(microseconds: seconds * 1_000_000 + microseconds), into: &frame)
                if result == .frame { frames.append(frame) }
            }
        }
        self.frames = frames
    }
}

extension SlotDecoder {
    /// The decoder of the virtual board's panel: 11 slots, 0…32,767 on both axes.
    package static var virtualBoard: SlotDecoder {
        let axis = Axis(minimum: 0, maximum: 32_767)
        return SlotDecoder(device: DeviceID(rawValue: 1), slotCount: 11, x: axis, y: axis)
    }
}
