import KioskRuntime
import Testing

@Suite("TouchTrace")
struct TouchTraceTests {
    @Test("Numbers are rounded to the requested digits, whatever their sign")
    func decimals() {
        #expect(TouchTrace.decimal(0, digits: 2) == "0.00")
        #expect(TouchTrace.decimal(1.005, digits: 2) == "1.00")
        #expect(TouchTrace.decimal(1.015_001, digits: 2) == "1.02")
        #expect(TouchTrace.decimal(-0.25, digits: 1) == "-0.3")
        #expect(TouchTrace.decimal(12.000_001, digits: 6) == "12.000001")
        #expect(TouchTrace.decimal(1e300, digits: 6) == "1e+300")
    }
}
