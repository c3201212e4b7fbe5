import Foundation
import KioskSystem
import Testing
import TouchTrackerTestSupport

@Suite("Backlight")
struct BacklightTests {
    @Test(
        "Devices are preferred by type, firmware, platform, raw, and then by name.")
    func order() throws {
        let folder = TemporaryFolder()
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

    @Test("A device without two steps or with an invalid maximum is not used.")
    func invalidDevices() throws {
        let folder = TemporaryFolder()
        try folder.makeBacklight("switch", type: "raw", maximum: "1")
        try folder.makeBacklight("invalid", type: "raw", maximum: "bright")
        #expect(Backlight(in: folder.path) == nil)
        #expect(Backlight(in: folder.path + "/none") == nil)
    }

    @Test(
        "The brightness is clamped between 4 % and the maximum.",
        arguments: [
            (255, 0.0, 11), (255, 1.0, 255), (255, -3.0, 11), (255, 7.0, 255), (255, 0.5, 133),
            (2, 0.0, 1), (10, 0.0, 1), (10, .nan, 10), (31, 0.5, 17),
        ])
    func clampsBrightness(maximum: Int, requested: Double, written: Int) throws {
        let folder = TemporaryFolder()
        try folder.makeBacklight("panel", type: "raw", maximum: "\(maximum)")
        let backlight = try #require(Backlight(in: folder.path))
        try backlight.setBrightness(requested)
        #expect(try folder.text("panel/brightness") == "\(written)\n")
        let brightness = try #require(backlight.brightness)
        try backlight.setBrightness(brightness)
        #expect(try folder.text("panel/brightness") == "\(written)\n")
    }

    @Test("The report lists the available operations, and the cause for the others.")
    func report() throws {
        let folder = TemporaryFolder()
        let none = BacklightReport(of: folder.path)
        #expect(none.dimming == none.switchingOff)
        guard case .unavailable(let cause, _) = none.dimming else { throw CancellationError() }
        #expect(cause == "\(folder.path) contains no backlight")
        try folder.makeBacklight("panel", type: "raw")
        #expect(
            BacklightReport(of: folder.path)
                == BacklightReport(
                    dimming: .available(name: "panel", method: "255 steps"),
                    switchingOff: .available(name: "panel", method: "by brightness")))
        try folder.write("0\n", to: "panel/bl_power")
        #expect(
            BacklightReport(of: folder.path).switchingOff
                == .available(name: "panel", method: "by bl_power"))
        let switchFolder = TemporaryFolder()
        try switchFolder.makeBacklight("lamp", type: "raw", maximum: "1")
        let report = BacklightReport(of: switchFolder.path)
        guard case .unavailable(let dimmingCause, _) = report.dimming else {
            throw CancellationError()
        }
        #expect(dimmingCause == "lamp can only be switched on and off")
        #expect(report.switchingOff == .available(name: "lamp", method: "by brightness"))
    }

    @Test("On a linear scale, raw values are converted to perceived brightness.")
    func linear() throws {
        let folder = TemporaryFolder()
        try folder.makeBacklight("panel", type: "raw", maximum: "1000")
        try folder.write("linear\n", to: "panel/scale")
        let backlight = try #require(Backlight(in: folder.path))
        try backlight.setBrightness(0.5)
        #expect(try folder.text("panel/brightness") == "280\n")
        #expect(try #require(backlight.brightness) == 0.5)
    }

    @Test("A raw value below the minimum is brightness 0, a removed device has no brightness.")
    func outOfRange() throws {
        let folder = TemporaryFolder()
        try folder.makeBacklight("panel", type: "raw", maximum: "255", brightness: "0")
        let backlight = try #require(Backlight(in: folder.path))
        #expect(backlight.brightness == 0)
        try FileManager.default.removeItem(atPath: "\(folder.path)/panel")
        #expect(backlight.brightness == nil)
        #expect(throws: LinuxError.self) { try backlight.setBrightness(1) }
    }
}

extension TemporaryFolder {
    /// Creates the sysfs attributes of a backlight.
    fileprivate func makeBacklight(
        _ name: String, type: String, maximum: String = "255", brightness: String = "100"
    ) throws {
        try write("\(type)\n", to: "\(name)/type")
        try write("\(maximum)\n", to: "\(name)/max_brightness")
        try write("\(brightness)\n", to: "\(name)/brightness")
    }
}
