import Foundation
import KioskSystem
import Testing

@Suite("Boot time clock")
struct BootTimeClockTests {
    @Test("A boot ID is parsed with and without hyphens.")
    func bootIDs() {
        let bootID = BootID(high: 0x0123_4567_89AB_4DEF, low: 0xFEDC_BA98_7654_3210)
        #expect(BootID("01234567-89ab-4def-fedc-ba9876543210\n") == bootID)
        #expect(BootID("0123456789ab4deffedcba9876543210") == bootID)
        for text in [
            "", "1", "01234567-89ab-4def-fedc-ba987654321", "x1234567-89ab-4def-fedc-ba9876543210",
        ] {
            #expect(BootID(text) == nil)
        }
    }

    @Test("The clock advances and returns the kernel's boot ID.")
    func advances() throws {
        let kernelBootID = try String(
            contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)
        let first = BootTimeClock().now()
        let second = BootTimeClock(fallbackBootID: "0123456789ab4deffedcba9876543210").now()
        #expect(first.boot == BootID(kernelBootID) && second.boot == first.boot)
        #expect(first.boot != .unknown)
        #expect(second.microseconds >= first.microseconds && first.microseconds > 0)
    }
}
