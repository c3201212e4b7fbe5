import Foundation
import KioskRuntime
import KioskSystem
import Synchronization
import Testing
import TouchTrackerTestSupport

/// The backlight while nobody is there: on files as the kernel shows them.
@Suite("Screen light")
@MainActor
struct ScreenLightTests {
    private let folder: TemporaryFolder
    private let lines = LogLines()

    private final class LogLines: Sendable {
        let lines = Mutex<[String]>([])
        var all: [String] { lines.withLock { $0 } }
    }

    init() throws {
        folder = try TemporaryFolder()
    }

    private func light(dimTo: Double = 0.5) -> ScreenLight {
        let lines = lines
        return ScreenLight(
            backlights: folder.path, memory: "\(folder.path)/memory", dimTo: dimTo,
            log: Log { _, line in lines.lines.withLock { $0.append(line) } })
    }

    private func text(_ name: String) throws -> String {
        try folder.text("panel/\(name)").trimmingCharacters(in: .newlines)
    }

    private var isRemembered: Bool {
        FileManager.default.fileExists(atPath: "\(folder.path)/memory")
    }

    @Test("Dimmed, it has its part of the brightness that is set; put out, it keeps its number.")
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
        // What the menu sets now stays.
        try folder.write("90\n", to: "panel/brightness")
        light.restore()
        #expect(try text("brightness") == "90")
        #expect(lines.all.isEmpty)
    }

    @Test("Dimmed to nothing it can still be seen.")
    func least() throws {
        try folder.makeLight()
        #expect(light(dimTo: 0).dim())
        #expect(try text("brightness") == "11")
    }

    @Test("Where the kernel's switch can't be set a brightness of 0 has to do.")
    func withoutSwitch() throws {
        try folder.makeLight()
        try FileManager.default.removeItem(atPath: "\(folder.path)/panel/bl_power")
        let light = light()
        #expect(light.switchOff())
        #expect(try text("brightness") == "0")
        light.restore()
        #expect(try text("brightness") == "200")
    }

    @Test("A light that knows only on and off is put out, and not dimmed.")
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

    @Test("Without a light nothing is done, and that is said once.")
    func none() {
        let light = light()
        for _ in 0..<3 { #expect(!light.dim() && !light.switchOff()) }
        light.restore()
        light.beginBright()
        #expect(lines.all.count == 2)
        #expect(lines.all.allSatisfy { $0.contains("touchtracker devices tells what can be set") })
    }

    @Test("After a crash in the dark the next start is as bright as it was set.")
    func crash() throws {
        try folder.makeLight()
        let crashed = light()
        #expect(crashed.dim())
        light().beginBright()
        #expect(try text("brightness") == "200")
        #expect(!isRemembered)
        let darker = light()
        #expect(darker.dim() && darker.switchOff())
        light().beginBright()
        #expect(try text("brightness") == "200" && text("bl_power") == "0")
        #expect(!isRemembered)
    }

    @Test(
        "Where nobody knows how bright it was it is as bright as it gets; one that shines is left alone.",
        arguments: ["", "nonsense\n", "other 77\n", "panel 0\n", "panel -5\n"])
    func unknown(memory: String) throws {
        try folder.makeLight(number: 0)
        try folder.write(memory, to: "memory")
        light().beginBright()
        #expect(try text("brightness") == "255")
        try folder.write("30\n", to: "panel/brightness")
        light().beginBright()
        #expect(try text("brightness") == "30")
    }
}
