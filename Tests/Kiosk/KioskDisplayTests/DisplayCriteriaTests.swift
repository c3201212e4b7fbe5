import KioskDisplay
import Testing

@Suite("Display criteria")
struct DisplayCriteriaTests {
    @Test(
        "A mode is parsed from its textual form.",
        arguments: zip(
            ["800x480", "720x1280@60", "1x1"], [(800, 480, nil), (720, 1_280, 60), (1, 1, nil)]))
    func modes(text: String, expected: (Int, Int, Int?)) throws {
        let mode = try #require(DisplayCriteria.Mode(text))
        #expect(mode.width == expected.0)
        #expect(mode.height == expected.1)
        #expect(mode.refreshHertz == expected.2)
        #expect(mode.name == text)
    }

    @Test(
        "Invalid text is not parsed as a mode.",
        arguments: [
            "", "x", "800", "800x", "x480", "0x480", "800x480@", "800x480@0", "800x480@60@60",
            "-800x480", "+800x480", "99999x480", "800 x 480", "８００x480", "1e3x480",
            "99999999999999999999x1",
        ])
    func invalidModes(text: String) {
        #expect(DisplayCriteria.Mode(text) == nil)
    }

    @Test("A mode matches by size and, if requested, by its rounded refresh rate.")
    func matching() throws {
        let ntsc = DisplayMode(width: 800, height: 480, refreshMillihertz: 59_940)
        #expect(try #require(DisplayCriteria.Mode("800x480")).matches(ntsc))
        #expect(try #require(DisplayCriteria.Mode("800x480@60")).matches(ntsc))
        #expect(try !#require(DisplayCriteria.Mode("800x480@75")).matches(ntsc))
        #expect(try !#require(DisplayCriteria.Mode("480x800")).matches(ntsc))
        #expect(ntsc.name == "800x480@60")
        #expect(ntsc.periodMicroseconds == 16_683)
    }
}
