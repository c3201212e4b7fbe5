import KioskDisplay
import Testing

@Suite("Display mode")
struct DisplayModeTests {
    @Test("The active part of the period excludes the blanking interval.")
    func activePart() {
        let mode = DisplayMode(
            width: 800, height: 480, refreshMillihertz: 62_500, totalHeight: 500)
        #expect(mode.activeMicroseconds == 15_360)
        let withoutBlanking = DisplayMode(width: 800, height: 480, refreshMillihertz: 62_500)
        #expect(withoutBlanking.activeMicroseconds == withoutBlanking.periodMicroseconds)
        #expect(
            DisplayMode(width: 8, height: 8, totalHeight: 0).totalHeight == 8,
            "a driver may report 0")
    }
}
