import Testing
import TouchKitContacts

@Suite("Touch polling")
struct TouchPollingTests {
    private let adjustable = TouchPolling(milliseconds: 17, range: 0...17)
    private let fixed = TouchPolling(milliseconds: 17)
    private static let i2c: UInt16 = 0x18

    @Test("The finding names the added latency, and half of the interval if the driver allows it")
    func findings() {
        #expect(
            adjustable.finding
                == "polled every 17 ms: adds up to 17 ms of latency; touch-poll-ms: 8 halves it")
        #expect(
            fixed.finding
                == "polled every 17 ms: adds up to 17 ms of latency; the driver has no setting")
        let quick = TouchPolling(milliseconds: 8, range: 0...17)
        #expect(quick.finding == "polled every 8 ms: adds up to 8 ms of latency")
        #expect(TouchPolling(milliseconds: 20, range: 15...20).recommendedMilliseconds == nil)
    }

    @Test(
        "A report takes at most the interval rounded up to a kernel tick, and one tick",
        arguments: [(17, 24), (16, 20), (8, 12), (1, 8), (20, 24)])
    func longestInterval(milliseconds: Int, longest: Int) {
        #expect(
            TouchPolling(milliseconds: milliseconds).longestReportMilliseconds == longest)
    }

    @Test("Drivers of Raspberry Pi's touchscreens poll, devices on USB do not")
    func names() {
        let goodix = "11-005d Goodix Capacitive TouchScreen"
        #expect(TouchSampling(deviceName: goodix, bus: Self.i2c) == .polledIfRegular(adjustable))
        #expect(TouchSampling(deviceName: goodix, bus: 3) == .interrupts)
        for name in ["generic ft5x06 (79)", "10-0038 generic ft5x06 (79)", "4-0038 EP0110M09"] {
            #expect(
                TouchSampling(deviceName: name, bus: Self.i2c) == .polledIfRegular(fixed), "\(name)"
            )
        }
        #expect(TouchSampling(deviceName: "raspberrypi-ts", bus: 0x19) == .polled(adjustable))
        #expect(TouchSampling(deviceName: "Panel", bus: Self.i2c) == .unknown)
    }

    /// Intervals on the grid of a poll timer: `period` with lost polls and a tick now and then.
    private func grid(_ period: Int64) -> [Int64] {
        (0..<100).map { index in
            index % 17 == 0 ? 2 * period : index % 5 == 0 ? period + 4_000 : period
        }
    }

    @Test(
        "Timestamps on the grid of the driver's interval show polling",
        arguments: [Int64(17_000), 20_000, 24_000])
    func regular(period: Int64) {
        let sampling = TouchSampling.polledIfRegular(adjustable)
        #expect(sampling.polling(confirmedBy: grid(period)) == adjustable)
    }

    @Test("Other intervals, irregular intervals and too few intervals do not show polling")
    func irregular() {
        let sampling = TouchSampling.polledIfRegular(adjustable)
        #expect(sampling.polling(confirmedBy: grid(8_300)) == nil)
        #expect(sampling.polling(confirmedBy: grid(33_000)) == nil)
        #expect(sampling.polling(confirmedBy: [20_000, 20_000, 20_000]) == nil)
        let scattered = (0..<100).map { Int64(12_000 + 173 * ($0 * 37 % 100)) }
        #expect(sampling.polling(confirmedBy: scattered) == nil)
    }

    @Test("Known sampling does not depend on timestamps")
    func known() {
        #expect(TouchSampling.polled(fixed).polling(confirmedBy: []) == fixed)
        #expect(TouchSampling.interrupts.polling(confirmedBy: grid(20_000)) == nil)
        #expect(TouchSampling.unknown.polling(confirmedBy: grid(20_000)) == nil)
    }
}
