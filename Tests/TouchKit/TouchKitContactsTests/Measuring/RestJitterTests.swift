import Testing
import TouchKitContacts
import TouchKitGeometry

@Suite("Jitter at rest")
struct RestJitterTests {
    private var jitter = RestJitter(radius: 10)

    private mutating func add(_ x: Double, _ y: Double, _ milliseconds: Int64) {
        jitter.add(CGPoint(x: x, y: y), at: Timestamp(microseconds: milliseconds * 1_000))
    }

    private func figures(_ milliseconds: Int64) -> RestJitter.Figures? {
        jitter.figures(at: Timestamp(microseconds: milliseconds * 1_000))
    }

    @Test("A finger that jumps between four places is as far off as these are.")
    mutating func square() throws {
        for step in 0..<200 {
            let (x, y) = [(1.0, 0.0), (0, 1), (-1, 0), (0, -1)][step % 4]
            add(100 + x, 50 + y, Int64(step) * 10)
            if step < 100 { #expect(figures(Int64(step) * 10) == nil, "not a second yet") }
        }
        let measured = try #require(figures(1_990))
        #expect(abs(measured.peak - 1) < 0.02)
        #expect(abs(measured.rms - 1) < 0.02)
    }

    @Test("One place far off is the peak, and little of the rest.")
    mutating func outlier() throws {
        for step in 0..<100 { add(step == 60 ? 104 : 100, 50, Int64(step) * 12) }
        let measured = try #require(figures(1_200))
        #expect(abs(measured.peak - 3.95) < 0.05)
        #expect(measured.rms > 0.3 && measured.rms < 0.5)
    }

    @Test("How it came down counts for nothing after a second.")
    mutating func landing() {
        for step in 0..<10 { add(90 + Double(step), 50, Int64(step) * 10) }
        for step in 10..<250 { add(100, 50, Int64(step) * 10) }
        #expect(figures(2_490) == RestJitter.Figures(peak: 0, rms: 0))
    }

    @Test("A finger that moves on doesn't rest, and rests a second after it stopped.")
    mutating func moving() throws {
        for step in 0..<300 { add(Double(step) * 4, 50, Int64(step) * 10) }
        #expect(figures(2_990) == nil)
        #expect(figures(3_900) == nil)
        // It isn't reported where it rests.
        #expect(figures(5_000) == RestJitter.Figures(peak: 0, rms: 0))
    }

    @Test("One that isn't there has no figures.")
    mutating func nothing() {
        #expect(figures(10_000) == nil)
        add(1, 1, 0)
        jitter.removeAll()
        #expect(figures(10_000) == nil)
    }

    @Test("More places than are kept don't matter.")
    mutating func many() throws {
        for step in 0..<4_000 { add(step % 2 == 0 ? 99.5 : 100.5, 50, Int64(step)) }
        let measured = try #require(figures(3_999))
        #expect(abs(measured.peak - 0.5) < 1e-9)
        #expect(abs(measured.rms - 0.5) < 1e-9)
    }
}
