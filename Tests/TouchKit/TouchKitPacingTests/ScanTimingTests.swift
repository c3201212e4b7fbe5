import Testing
import TouchKitGeometry
import TouchKitPacing

@Suite("Scan timing")
struct ScanTimingTests {
    private let timing = ScanTiming(
        vblank: Timestamp(microseconds: 100_000), periodMicroseconds: 16_000,
        activeMicroseconds: 15_000, rows: 500)

    private func next(row: Int, _ microseconds: Int64) -> Int64 {
        timing.next(row: row, notBefore: Timestamp(microseconds: microseconds)).microseconds
    }

    @Test("A row is scanned out at vblank + row / rows × active time.")
    func rows() {
        #expect(next(row: 0, 100_000) == 100_000)
        #expect(next(row: 250, 100_000) == 107_500)
        #expect(next(row: 499, 100_000) == 114_970)
        for (row, time) in [(0, 0), (250, 7_500), (499, 14_970), (-1, 0), (900, 14_970)] {
            let found = ScanTiming.microseconds(to: row, of: 500, activeMicroseconds: 15_000)
            #expect(found == Int64(time))
        }
    }

    @Test("A row that was scanned out before the write is scanned out again one period later.")
    func past() {
        #expect(next(row: 250, 107_500) == 107_500)
        #expect(next(row: 250, 107_501) == 123_500)
        #expect(next(row: 0, 100_001) == 116_000)
        // In the blanking interval all rows of the period are past.
        #expect(next(row: 499, 115_500) == 130_970)
    }

    @Test("Times far after and before the known vblank are supported.")
    func distantTimes() {
        #expect(next(row: 250, 100_000 + 1_000 * 16_000) == 107_500 + 1_000 * 16_000)
        #expect(next(row: 250, 107_500 - 16_000) == 107_500 - 16_000)
        #expect(next(row: 250, 107_501 - 16_000) == 107_500)
        #expect(next(row: 250, 107_499 - 16_000) == 107_500 - 16_000)
    }

    @Test("Rows outside the picture are clamped.")
    func outside() {
        #expect(next(row: -3, 100_000) == 100_000)
        #expect(next(row: 9_999, 100_000) == 114_970)
    }

    @Test("The result is at or after the write, and less than a period later.")
    func bounds() {
        for time in stride(from: Int64(60_000), to: 180_000, by: 377) {
            for row in stride(from: 0, to: 500, by: 37) {
                let found = next(row: row, time)
                #expect(found >= time && found < time + 16_000)
            }
        }
    }
}
