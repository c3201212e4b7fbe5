import Foundation
import KioskRuntime
import Testing
import TouchTrackerTestSupport

/// Tests the backlight on files with the layout of the kernel's.
@Suite("BacklightController")
@MainActor
struct BacklightControllerTests {
    private let folder = TemporaryFolder()
    private let logged = SharedList<String>()

    private func light(dimTo: Double = 0.5) -> BacklightController {
        BacklightController(
            backlights: folder.path, brightnessFile: "\(folder.path)/memory", dimTo: dimTo,
            log: logged.log)
    }

    private func text(_ name: String) throws -> String {
        try folder.text("panel/\(name)").trimmingCharacters(in: .newlines)
    }

    private var isRemembered: Bool {
        FileManager.default.fileExists(atPath: "\(folder.path)/memory")
    }

    @Test("Dimming sets a fraction of the brightness; switching off keeps the brightness value")
    func steps() throws {
        try folder.makeLight()
        let light = light()
        #expect(light.dim() && light.dim())
        #expect(try text("brightness") == "106")
        #expect(light.switchOff() && light.switchOff())
        #expect(try text("bl_power") == "4" && text("brightness") == "106")
        #expect(isRemembered)
        light.restore()
        #expect(try text("bl_power") == "0" && text("brightness") == "200")
        #expect(!isRemembered)
        // Brightness that the user sets in the menu is preserved.
        try folder.write("90\n", to: "panel/brightness")
        light.restore()
        #expect(try text("brightness") == "90")
        #expect(logged.all.isEmpty)
    }

    @Test("A brightness that cannot be restored is restored by the next attempt")
    func failedRestore() throws {
        try folder.makeLight()
        let light = light()
        #expect(light.dim() && light.switchOff())
        let file = "\(folder.path)/panel/brightness"
        try FileManager.default.removeItem(atPath: file)
        try folder.makeFolder("panel/brightness")
        light.restore()
        // The backlight is on although its brightness cannot be written.
        #expect(try text("bl_power") == "0")
        #expect(light.isChanged && isRemembered && logged.all.count == 1)
        try FileManager.default.removeItem(atPath: file)
        try folder.write("106\n", to: "panel/brightness")
        light.restore()
        #expect(try text("brightness") == "200" && text("bl_power") == "0")
        #expect(!light.isChanged && !isRemembered)
    }

    @Test("A dimming level of 0 stays visible")
    func least() throws {
        try folder.makeLight()
        #expect(light(dimTo: 0).dim())
        #expect(try text("brightness") == "11")
    }

    @Test("A backlight below the lowest brightness is not made brighter by dimming")
    func belowLeast() throws {
        try folder.makeLight(number: 3)
        let light = light()
        #expect(light.dim() && light.isChanged)
        #expect(try text("brightness") == "3")
        light.restore()
        #expect(try text("brightness") == "3")
    }

    @Test("If bl_power cannot be written, the brightness is set to 0")
    func withoutSwitch() throws {
        try folder.makeLight()
        try FileManager.default.removeItem(atPath: "\(folder.path)/panel/bl_power")
        let light = light()
        #expect(light.switchOff())
        #expect(try text("brightness") == "0")
        light.restore()
        #expect(try text("brightness") == "200")
    }

    @Test("A backlight with two levels is switched off, but not dimmed")
    func onAndOff() throws {
        try folder.makeLight(most: 1, number: 1)
        let light = light()
        #expect(!light.dim())
        #expect(!isRemembered)
        #expect(light.switchOff())
        #expect(try text("bl_power") == "4")
        light.restore()
        #expect(try text("bl_power") == "0" && text("brightness") == "1")
    }

    @Test("A missing backlight is logged once for dimming and once for switching off")
    func none() {
        let light = light()
        for _ in 0..<3 { #expect(!light.dim() && !light.switchOff()) }
        light.restore()
        light.restoreAfterCrash()
        #expect(logged.all.count == 2)
        #expect(
            logged.all.allSatisfy { $0.contains("run 'touchtracker devices' to list backlights") })
    }

    @Test("After a crash with a dark screen, the next start restores the brightness")
    func crash() throws {
        try folder.makeLight()
        let crashed = light()
        #expect(crashed.dim())
        light().restoreAfterCrash()
        #expect(try text("brightness") == "200")
        #expect(!isRemembered)
        let darker = light()
        #expect(darker.dim() && darker.switchOff())
        light().restoreAfterCrash()
        #expect(try text("brightness") == "200" && text("bl_power") == "0")
        #expect(!isRemembered)
    }

    @Test("After a crash, the backlight that was dimmed is restored, not one with two levels")
    func crashWithTwoBacklights() throws {
        try folder.makeLight()
        try folder.makeLight("lamp", most: 1, number: 1)
        #expect(light().dim())
        #expect(try text("brightness") == "106")
        light().restoreAfterCrash()
        #expect(try text("brightness") == "200")
        #expect(!isRemembered)
        #expect(light().switchOff())
        #expect(try folder.text("lamp/bl_power") == "4\n" && text("bl_power") == "0")
        light().restoreAfterCrash()
        #expect(try folder.text("lamp/bl_power") == "0\n")
        #expect(!isRemembered)
    }

    @Test(
        "With an unknown brightness, only a dark backlight becomes fully bright",
        arguments: ["", "nonsense\n", "other 77\n", "panel 0\n", "panel -5\n"])
    func unknown(memory: String) throws {
        try folder.makeLight(number: 0)
        try folder.write(memory, to: "memory")
        light().restoreAfterCrash()
        #expect(try text("brightness") == "255")
        try folder.write("30\n", to: "panel/brightness")
        light().restoreAfterCrash()
        #expect(try text("brightness") == "30")
    }
}
