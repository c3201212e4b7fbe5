import LabBenchmark
import Testing

@Suite("ValueHistogram")
struct ValueHistogramTests {
    @Test("The percentiles of the values 1 to 100 are exact")
    func percentiles() {
        var histogram = ValueHistogram()
        #expect(histogram.percentiles == nil)
        for value in (1...100).reversed() { histogram.record(Int64(value)) }
        #expect(
            histogram.percentiles == Percentiles(count: 100, p50: 50, p90: 90, p99: 99, max: 100))
        #expect(histogram.bins.count == 100)
        #expect(histogram.bins.first == HistogramBin(value: 1, count: 1))
        histogram.reset()
        #expect(histogram.percentiles == nil)
    }

    @Test("Large values are precise to 0.1 percent, and values outside the range are clamped")
    func precision() throws {
        var histogram = ValueHistogram()
        for value in [123_457, 1_234_567, -5, 70_000_000] as [Int64] { histogram.record(value) }
        let percentiles = try #require(histogram.percentiles)
        #expect(percentiles.count == 4)
        #expect(abs(percentiles.p50 - 123_457) <= 124)
        #expect(percentiles.max == 60_000_000)
        #expect(histogram.bins.map(\.count) == [1, 1, 1, 1])
        for (bin, value) in zip(histogram.bins, [0, 123_457, 1_234_567, 60_000_000] as [Int64]) {
            #expect(abs(bin.value - value) <= value / 1_000)
        }
    }
}
