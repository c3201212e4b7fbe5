import Testing
import TouchKitContacts
import TouchKitGeometry

@Suite("Jitter at rest")
struct RestJitterTests {
    private var jitter = RestJitter(radius: 10)

    private mutating func add(_ x: Double, _ y: Double, _ milliseconds: Int64) {
        jitter.add(CGPoint(x: x, y: y), at: Timestamp(microseconds: milliseconds * 1_000))
    }

    private func statistics(_ milliseconds: Int64) -> RestJitter.Statistics? {
        jitter.statistics(at: Timestamp(microseconds: milliseconds * 1_000))
    }

    @Test("Positions that alternate around a point give their distance as peak and RMS.")
    mutating func square() throws {
        for step in 0..<200 {
            let (x, y) = [(1.0, 0.0), (0, 1), (-1, 0), (0, -1)][step % 4]
            add(100 + x, 50 + y, Int64(step) * 10)
            if step < 100 { #expect(statistics(Int64(step) * 10) == nil, "less than one second") }
        }
        let measured = try #require(statistics(1_990))
        #expect(abs(measured.peak - 1) < 0.02)
        #expect(abs(measured.rms - 1) < 0.02)
    }

    @Test("A single outlier determines the peak but hardly the RMS.")
    mutating func outlier() throws {
        for step in 0..<100 { add(step == 60 ? 104 : 100, 50, Int64(step) * 12) }
        let measured = try #require(statistics(1_200))
        #expect(abs(measured.peak - 3.95) < 0.05)
        #expect(measured.rms > 0.3 && measured.rms < 0.5)
    }

    @Test("The positions at touch-down have no effect after one second.")
    mutating func touchDown() {
        for step in 0..<10 { add(90 + Double(step), 50, Int64(step) * 10) }
        for step in 10..<250 { add(100, 50, Int64(step) * 10) }
        #expect(statistics(2_490) == RestJitter.Statistics(peak: 0, rms: 0))
    }

    @Test("A moving contact has no statistics until one second after it stopped.")
    mutating func moving() throws {
        for step in 0..<300 { add(Double(step) * 4, 50, Int64(step) * 10) }
        #expect(statistics(2_990) == nil)
        #expect(statistics(3_900) == nil)
        // Resting contacts are not reported.
        #expect(statistics(5_000) == RestJitter.Statistics(peak: 0, rms: 0))
    }

    @Test("There are no statistics without positions.")
    mutating func empty() {
        #expect(statistics(10_000) == nil)
        add(1, 1, 0)
        jitter.removeAll()
        #expect(statistics(10_000) == nil)
    }

    @Test("The statistics are correct with more positions than the capacity.")
    mutating func many() throws {
        for step in 0..<4_000 { add(step % 2 == 0 ? 99.5 : 100.5, 50, Int64(step)) }
        let measured = try #require(statistics(3_999))
        #expect(abs(measured.peak - 0.5) < 1e-9)
        #expect(abs(measured.rms - 0.5) < 1e-9)
    }
}
