import Foundation
import Linux
import TestSupport
import Testing

@Suite("Backlight")
struct BacklightTests {
    @Test(
        "Firmware comes before the platform, the platform before a register, then the first name.")
    func order() throws {
        let folder = try TemporaryFolder()
        #expect(Backlight(in: folder.path) == nil)
        try folder.makeBacklight("b-raw", type: "raw")
        #expect(Backlight(in: folder.path)?.name == "b-raw")
        try folder.makeBacklight("a-raw", type: "raw")
        #expect(Backlight(in: folder.path)?.name == "a-raw")
        try folder.makeBacklight("z-platform", type: "platform")
        #expect(Backlight(in: folder.path)?.name == "z-platform")
        try folder.makeBacklight("z-firmware", type: "firmware")
        #expect(Backlight(in: folder.path)?.name == "z-firmware")
    }

    @Test("What has no two steps, or no numbers, is none.")
    func useless() throws {
        let folder = try TemporaryFolder()
        try folder.makeBacklight("switch", type: "raw", most: "1")
        try folder.makeBacklight("nonsense", type: "raw", most: "bright")
        #expect(Backlight(in: folder.path) == nil)
        #expect(Backlight(in: folder.path + "/none") == nil)
    }

    @Test(
        "It is never set to nothing, and never beyond the brightest.",
        arguments: [
            (255, 0.0, 11), (255, 1.0, 255), (255, -3.0, 11), (255, 7.0, 255), (255, 0.5, 133),
            (2, 0.0, 1), (10, 0.0, 1), (10, .nan, 10), (31, 0.5, 17),
        ])
    func range(most: Int, asked: Double, written: Int) throws {
        let folder = try TemporaryFolder()
        try folder.makeBacklight("panel", type: "raw", most: "\(most)")
        let backlight = try #require(Backlight(in: folder.path))
        try backlight.setBrightness(asked)
        #expect(try folder.text("panel/brightness") == "\(written)\n")
        let brightness = try #require(backlight.brightness)
        try backlight.setBrightness(brightness)
        #expect(try folder.text("panel/brightness") == "\(written)\n")
    }

    @Test("One whose numbers are proportional to the light follows the eye instead.")
    func linear() throws {
        let folder = try TemporaryFolder()
        try folder.makeBacklight("panel", type: "raw", most: "1000")
        try folder.write("linear\n", to: "panel/scale")
        let backlight = try #require(Backlight(in: folder.path))
        try backlight.setBrightness(0.5)
        #expect(try folder.text("panel/brightness") == "280\n")
        #expect(try #require(backlight.brightness) == 0.5)
    }

    @Test("One that is darker than it is set here counts as dark, and one that went away as none.")
    func outside() throws {
        let folder = try TemporaryFolder()
        try folder.makeBacklight("panel", type: "raw", most: "255", brightness: "0")
        let backlight = try #require(Backlight(in: folder.path))
        #expect(backlight.brightness == 0)
        try FileManager.default.removeItem(atPath: "\(folder.path)/panel")
        #expect(backlight.brightness == nil)
        #expect(throws: LinuxError.self) { try backlight.setBrightness(1) }
    }
}

extension TemporaryFolder {
    /// Makes what the kernel would show of a backlight.
    fileprivate func makeBacklight(
        _ name: String, type: String, most: String = "255", brightness: String = "100"
    ) throws {
        try makeFolder(name)
        try write("\(type)\n", to: "\(name)/type")
        try write("\(most)\n", to: "\(name)/max_brightness")
        try write("\(brightness)\n", to: "\(name)/brightness")
    }
}
