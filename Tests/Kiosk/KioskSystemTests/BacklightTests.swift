import Foundation
import KioskSystem
import Testing
import TouchTrackerTestSupport

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

    @Test("What can be done to it is found out: by its files, by what this user may write.")
    func report() throws {
        let folder = try TemporaryFolder()
        let none = BacklightReport(of: folder.path)
        #expect(none.dims == none.goesOff)
        guard case .cannot(let cause, _) = none.dims else { throw CancellationError() }
        #expect(cause == "no backlight is in \(folder.path)")
        try folder.makeBacklight("panel", type: "raw")
        #expect(
            BacklightReport(of: folder.path)
                == BacklightReport(
                    dims: .can(name: "panel", how: "255 steps"),
                    goesOff: .can(name: "panel", how: "by brightness")))
        try folder.write("0\n", to: "panel/bl_power")
        #expect(
            BacklightReport(of: folder.path).goesOff == .can(name: "panel", how: "by bl_power"))
        let lamp = try TemporaryFolder()
        try lamp.makeBacklight("lamp", type: "raw", most: "1")
        let report = BacklightReport(of: lamp.path)
        guard case .cannot(let why, _) = report.dims else { throw CancellationError() }
        #expect(why == "lamp knows only on and off")
        #expect(report.goesOff == .can(name: "lamp", how: "by brightness"))
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
