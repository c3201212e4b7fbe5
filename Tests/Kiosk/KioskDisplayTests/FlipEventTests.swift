import KioskDisplay
import Testing
import TouchKitGeometry

/// The bytes have the layout of `struct drm_event` and `struct drm_event_vblank` in `drm.h`.
@Suite("Flip event")
struct FlipEventTests {
    static let vblank: UInt32 = 1
    static let flip: UInt32 = 2

    /// Returns the bytes of an event with the flip number 5.
    private func event(
        _ type: UInt32, seconds: UInt32 = 0, microseconds: UInt32 = 0, length: UInt32 = 32
    ) -> [UInt8] {
        let words: [UInt32] = [type, length, 5, 0, seconds, microseconds, 7, 42]
        let bytes = words.flatMap { word in
            (0..<4).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) }
        }
        return Array((bytes + [UInt8](repeating: 0, count: 64)).prefix(Int(length)))
    }

    /// Returns the times of the flips in `bytes`, in microseconds.
    private func times(_ bytes: ArraySlice<UInt8>) -> [Int64] {
        var flips: [FlipEvent] = []
        FlipEvent.append(from: bytes, to: &flips)
        #expect(flips.allSatisfy { $0.flipNumber == 5 })
        return flips.map(\.time.microseconds)
    }

    @Test("The timestamp and number of a flip are decoded at any start index.")
    func time() {
        let bytes = event(Self.flip, seconds: 19, microseconds: 22_264)
        #expect(times(bytes[...]) == [19_022_264])
        #expect(times(([1, 2, 3] + bytes)[3...]) == [19_022_264])
    }

    @Test("All flips are decoded in order, and other events are ignored.")
    func several() {
        let bytes =
            event(Self.flip, seconds: 1) + event(Self.vblank, seconds: 9)
            + event(Self.flip, seconds: 2) + event(0x8000_0000, seconds: 9, length: 48)
        #expect(times(bytes[...]) == [1_000_000, 2_000_000])
        #expect(times(event(Self.vblank, seconds: 9)[...]).isEmpty)
    }

    @Test("Truncated events and events with an invalid length are ignored.")
    func malformed() {
        let whole = event(Self.flip, seconds: 1) + event(Self.flip, seconds: 2)
        for count in 0..<whole.count {
            #expect(times(whole[..<count]) == (count < 32 ? [] : [1_000_000]))
        }
        for length: UInt32 in [0, 4, 7, 8, 31] {
            var bytes = event(Self.flip, seconds: 1)
            bytes[4] = UInt8(length)
            #expect(times(bytes[...]).isEmpty)
        }
    }
}
