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
        "Reports that come regularly are counted by the second.", arguments: [60, 125, 240, 1_000])
    func regular(hertz: Int64) throws {
        let rate = rate(of: (0..<3 * hertz).map { $0 * 1_000_000 / hertz })
        #expect(abs(try #require(rate.hertz) - Double(hertz)) < 0.01 * Double(hertz))
        #expect(rate.longestGap == (1_000_000 + hertz - 1) / hertz)
    }

    @Test("Two reports make no rate, three do.")
    func few() {
        #expect(rate(of: []).hertz == nil)
        #expect(rate(of: [0, 10_000]).hertz == nil)
        #expect(rate(of: [0, 10_000, 20_000]).hertz == 100)
        #expect(rate(of: []).longestGap == nil)
        #expect(rate(of: [5]).longestGap == nil)
    }

    @Test("A hole lowers the rate and is the longest gap; it is forgotten after a second.")
    func hole() throws {
        var times = (0..<100).map { Int64($0) * 10_000 }
        times.append(contentsOf: (0..<50).map { 1_050_000 + Int64($0) * 10_000 })
        let holed = rate(of: times)
        #expect(holed.longestGap == 60_000)
        #expect(try #require(holed.hertz) < 96)
        times.append(contentsOf: (50..<160).map { 1_050_000 + Int64($0) * 10_000 })
        #expect(rate(of: times).longestGap == 10_000)
        #expect(rate(of: times).hertz == 100)
    }

    @Test("A pause begins the measuring anew.")
    func pause() {
        #expect(rate(of: [0, 10_000, 20_000, 120_001]).hertz == nil)
        #expect(rate(of: [0, 10_000, 20_000, 120_001, 125_001, 130_001]).hertz == 200)
        #expect(rate(of: [0, 50_000, 150_000]).longestGap == 100_000)
    }

    @Test("Times that don't go on count for nothing.")
    func sameTime() {
        #expect(rate(of: [0, 0, 10_000, 10_000, 5_000, 20_000]).hertz == 100)
    }

    @Test("More reports than are kept are counted as well as those that are.")
    func many() throws {
        let rate = rate(of: (0..<4_000).map { $0 * 250 })
        #expect(try #require(rate.hertz) == 4_000)
    }
}
