import KioskDisplay
import Testing
import TouchKitGeometry

/// The bytes have the layout of `struct drm_event` and `struct drm_event_vblank` in `drm.h`.
@Suite("Flip event")
struct FlipEventTests {
    static let vblank: UInt32 = 1
    static let flip: UInt32 = 2

    private func event(
        _ type: UInt32, seconds: UInt32 = 0, microseconds: UInt32 = 0, length: UInt32 = 32
    ) -> [UInt8] {
        let words: [UInt32] = [type, length, 0, 0, seconds, microseconds, 7, 42]
        let bytes = words.flatMap { word in
            (0..<4).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) }
        }
        return Array((bytes + [UInt8](repeating: 0, count: 64)).prefix(Int(length)))
    }

    @Test("The timestamp of a flip is decoded at any start index.")
    func time() {
        let bytes = event(Self.flip, seconds: 19, microseconds: 22_264)
        let expected = Timestamp(microseconds: 19_022_264)
        #expect(FlipEvent.lastFlipTime(in: bytes[...]) == expected)
        #expect(FlipEvent.lastFlipTime(in: ([1, 2, 3] + bytes)[3...]) == expected)
    }

    @Test("The last of several flips is returned, and other events are ignored.")
    func several() {
        let bytes =
            event(Self.flip, seconds: 1) + event(Self.vblank, seconds: 9)
            + event(Self.flip, seconds: 2) + event(0x8000_0000, seconds: 9, length: 48)
        #expect(FlipEvent.lastFlipTime(in: bytes[...]) == Timestamp(microseconds: 2_000_000))
        #expect(FlipEvent.lastFlipTime(in: event(Self.vblank, seconds: 9)[...]) == nil)
    }

    @Test("Truncated events and events with an invalid length are ignored.")
    func malformed() {
        let whole = event(Self.flip, seconds: 1) + event(Self.flip, seconds: 2)
        for count in 0..<whole.count {
            let expected: Timestamp? = count < 32 ? nil : Timestamp(microseconds: 1_000_000)
            #expect(FlipEvent.lastFlipTime(in: whole[..<count]) == expected)
        }
        for length: UInt32 in [0, 4, 7, 8, 31] {
            var bytes = event(Self.flip, seconds: 1)
            bytes[4] = UInt8(length)
            #expect(FlipEvent.lastFlipTime(in: bytes[...]) == nil)
        }
    }
}
