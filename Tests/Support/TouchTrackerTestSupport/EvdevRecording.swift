import TouchKitContacts
import TouchKitGeometry

/// The touch frames decoded from the bytes that a touchscreen's evdev node delivered.
package struct EvdevRecording {
    /// The touch frames, in chronological order.
    package let frames: [TouchFrame]

    /// Creates a recording from touch frames.
    package init(frames: [TouchFrame]) {
        self.frames = frames
    }

    /// Decodes `struct input_event` values of a 64-bit kernel: 24 bytes with seconds, microseconds,
    /// type, code and value.
    ///
    /// - Parameters:
    ///   - bytes: The bytes read from the node.
    ///   - decoder: The touchscreen's decoder. The kernel omits values that are unchanged since the
    ///     slot's previous contact, so pass the same decoder for later recordings of the device.
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
    /// A decoder for the virtual board's touchscreen: 11 slots, 0…32,767 on both axes.
    package static var virtualBoard: SlotDecoder {
        let axis = Axis(minimum: 0, maximum: 32_767)
        return SlotDecoder(device: DeviceID(rawValue: 1), slotCount: 11, x: axis, y: axis)
    }
}
