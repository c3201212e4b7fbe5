import KioskSystem
import Testing

@Suite("WallClock")
struct WallClockTextTests {
    @Test(
        "A time is text in UTC",
        arguments: [
            (0, "1970-01-01T00:00:00Z"), (1_709_210_096, "2024-02-29T12:34:56Z"),
            (1_795_464_900, "2026-11-23T20:15:00Z"), (4_102_444_799, "2099-12-31T23:59:59Z"),
        ])
    func text(seconds: Int, text: String) {
        #expect(WallClock.text(secondsSince1970: seconds) == text)
    }
}
