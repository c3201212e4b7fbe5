import KioskDisplay
import Testing
import TouchKitGeometry

/// Bytes as the kernel's `drm.h` lays them out: `struct drm_event`, `struct drm_event_vblank`.
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

    @Test("The time of a flip is read in microseconds, wherever the bytes begin.")
    func time() {
        let bytes = event(Self.flip, seconds: 19, microseconds: 22_264)
        let wanted = Timestamp(microseconds: 19_022_264)
        #expect(FlipEvent.newest(in: bytes[...]) == wanted)
        #expect(FlipEvent.newest(in: ([1, 2, 3] + bytes)[3...]) == wanted)
    }

    @Test("Of several flips the last counts, and events of other kinds are passed over.")
    func several() {
        let bytes =
            event(Self.flip, seconds: 1) + event(Self.vblank, seconds: 9)
            + event(Self.flip, seconds: 2) + event(0x8000_0000, seconds: 9, length: 48)
        #expect(FlipEvent.newest(in: bytes[...]) == Timestamp(microseconds: 2_000_000))
        #expect(FlipEvent.newest(in: event(Self.vblank, seconds: 9)[...]) == nil)
    }

    @Test("What is cut off, or says that it is shorter than it can be, isn't read.")
    func malformed() {
        let whole = event(Self.flip, seconds: 1) + event(Self.flip, seconds: 2)
        for count in 0..<whole.count {
            let wanted: Timestamp? = count < 32 ? nil : Timestamp(microseconds: 1_000_000)
            #expect(FlipEvent.newest(in: whole[..<count]) == wanted)
        }
        for length: UInt32 in [0, 4, 7, 8, 31] {
            var bytes = event(Self.flip, seconds: 1)
            bytes[4] = UInt8(length)
            #expect(FlipEvent.newest(in: bytes[...]) == nil)
        }
    }
}
