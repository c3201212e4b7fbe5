import Testing
import TouchKitContacts
import TouchKitGeometry

@Suite("Report rate")
struct ReportRateTests {
    private func rate(of times: [Int64]) -> ReportRate {
        var rate = ReportRate()
        for time in times { rate.add(Timestamp(microseconds: time)) }
        return rate
    }

    @Test(
        "Regular reports give their rate in hertz.", arguments: [60, 125, 240, 1_000])
    func regular(hertz: Int64) throws {
        let rate = rate(of: (0..<3 * hertz).map { $0 * 1_000_000 / hertz })
        #expect(abs(try #require(rate.hertz) - Double(hertz)) < 0.01 * Double(hertz))
        #expect(rate.longestGap == (1_000_000 + hertz - 1) / hertz)
    }

    @Test("Three reports are needed for a rate, and two for a gap.")
    func few() {
        #expect(rate(of: []).hertz == nil)
        #expect(rate(of: [0, 10_000]).hertz == nil)
        #expect(rate(of: [0, 10_000, 20_000]).hertz == 100)
        #expect(rate(of: []).longestGap == nil)
        #expect(rate(of: [5]).longestGap == nil)
        #expect(rate(of: [5, 10_005]).longestGap == 10_000)
    }

    @Test("A gap lowers the rate and is the longest gap for one second.")
    func gap() throws {
        var times = (0..<100).map { Int64($0) * 10_000 }
        times.append(contentsOf: (0..<50).map { 1_050_000 + Int64($0) * 10_000 })
        let interrupted = rate(of: times)
        #expect(interrupted.longestGap == 60_000)
        #expect(try #require(interrupted.hertz) < 96)
        times.append(contentsOf: (50..<160).map { 1_050_000 + Int64($0) * 10_000 })
        #expect(rate(of: times).longestGap == 10_000)
        #expect(rate(of: times).hertz == 100)
    }

    @Test("A pause restarts the measurement.")
    func pause() {
        #expect(rate(of: [0, 10_000, 20_000, 120_001]).hertz == nil)
        #expect(rate(of: [0, 10_000, 20_000, 120_001, 125_001, 130_001]).hertz == 200)
        #expect(rate(of: [0, 50_000, 150_000]).longestGap == 100_000)
    }

    @Test("Reports at or before the newest time are ignored.")
    func nonIncreasingTimes() {
        #expect(rate(of: [0, 0, 10_000, 10_000, 5_000, 20_000]).hertz == 100)
    }

    @Test("The rate is correct with more reports than the capacity.")
    func many() throws {
        let rate = rate(of: (0..<4_000).map { $0 * 250 })
        #expect(try #require(rate.hertz) == 4_000)
    }
}
