import Foundation
import KioskInput
import KioskRuntime
import Testing
import TouchKitContacts
import TouchKitGeometry
import TouchTrackerTestSupport

@Suite("KioskScreenControl", .serialized)
@MainActor
struct KioskScreenControlTests {
    private let folder = TemporaryFolder()
    private let logged = SharedList<String>()

    private var file: String { "\(folder.path)/panel.yaml" }

    private func control(_ fixed: ScreenSetting = ScreenSetting()) -> KioskScreenControl {
        KioskScreenControl(fixed: fixed, file: file, backlights: folder.path, log: logged.log)
    }

    @Test("Saved settings apply at the next start, and nothing is logged")
    func kept() throws {
        let first = control()
        #expect(first.rotation == .none)
        #expect(first.scale == 1)
        first.set(rotation: .clockwise90, scale: 1.5)
        #expect(first.rotation == .clockwise90)
        #expect(first.scale == 1.5)
        first.saveSettings()
        first.finishWriting()
        #expect(
            try folder.text("panel.yaml").split(separator: "\n").suffix(2) == [
                "rotation: 90", "scale: 1.5",
            ])
        let second = control()
        #expect(second.rotation == .clockwise90)
        #expect(second.scale == 1.5)
        // Of several settings in a row, the last one is saved.
        for scale in 1...8 {
            second.set(rotation: .halfTurn, scale: CGFloat(scale))
            second.saveSettings()
        }
        second.finishWriting()
        #expect(try ScreenSetting(file: file) == ScreenSetting(rotation: .halfTurn, scale: 8))
        #expect(logged.all == [])
    }

    @Test("Settings that are not saved are lost at the next start")
    func tried() throws {
        try folder.write("rotation: 270\nscale: 2\n", to: "panel.yaml")
        let first = control()
        first.set(rotation: .halfTurn, scale: 3)
        #expect(first.consumeChange())
        first.finishWriting()
        #expect(try folder.text("panel.yaml") == "rotation: 270\nscale: 2\n")
        let second = control()
        #expect(second.rotation == .clockwise270)
        #expect(second.scale == 2)
        // Nor is a setting that was reverted before a save.
        first.set(rotation: .clockwise270, scale: 2)
        first.saveSettings()
        first.finishWriting()
        #expect(try folder.text("panel.yaml") == "rotation: 270\nscale: 2\n")
        #expect(logged.all == [])
    }

    @Test("Only changed settings are saved, not those of the command line or the defaults")
    func chosen() throws {
        let scaled = control()
        scaled.set(rotation: scaled.rotation, scale: 2)
        scaled.saveSettings()
        scaled.finishWriting()
        #expect(try ScreenSetting(file: file) == ScreenSetting(scale: 2))
        let turned = control(ScreenSetting(rotation: .halfTurn))
        turned.set(rotation: .halfTurn, scale: 3)
        turned.saveSettings()
        turned.finishWriting()
        #expect(try ScreenSetting(file: file) == ScreenSetting(scale: 3))
        #expect(logged.all == [])
        turned.set(rotation: .none, scale: 3)
        turned.saveSettings()
        turned.finishWriting()
        #expect(try ScreenSetting(file: file) == ScreenSetting(rotation: Rotation.none, scale: 3))
        #expect(logged.all.count == 1)
        #expect(logged.all.first?.contains("--rotate") == true)
    }

    @Test(
        "The contact capacity is that of the least capable device, 1 for a mouse",
        arguments: [
            ([], nil), ([(.touch, 10)], 10), ([(.touch, 0)], 1), ([(.touch, 10), (.touch, 2)], 2),
            ([(.touch, 10), (.pointer, 0)], 1), ([(.pointer, 0)], 1),
            ([(.touch, 5), (.other, 0)], 5), ([(.other, 0)], nil),
        ] as [([(InputDevice.Kind, Int)], Int?)])
    func fingers(devices: [(InputDevice.Kind, Int)], capacity: Int?) {
        let control = control()
        control.devices = {
            devices.map { kind, slots in
                InputDevice(
                    id: DeviceID(rawValue: 1), name: "panel", path: "/dev/input/event1",
                    kind: kind, slotCount: slots)
            }
        }
        #expect(control.contactCapacity == capacity)
    }

    @Test("The command line overrides each value of the file, and the log says so")
    func commandLine() throws {
        try folder.write("rotation: 270\nscale: 2\n", to: "panel.yaml")
        #expect(control(ScreenSetting(rotation: .halfTurn)).rotation == .halfTurn)
        #expect(control(ScreenSetting(rotation: .halfTurn)).scale == 2)
        let control = control(ScreenSetting(scale: 3))
        #expect(control.rotation == .clockwise270)
        #expect(control.scale == 3)
        control.set(rotation: .none, scale: 3)
        control.saveSettings()
        control.finishWriting()
        control.set(rotation: .none, scale: 1)
        #expect(logged.all == [])
        control.saveSettings()
        control.finishWriting()
        #expect(control.scale == 1)
        #expect(logged.all.count == 1)
        #expect(logged.all.first?.contains("--scale") == true)
    }

    @Test(
        "A damaged file is logged once, by its name, and ignored",
        arguments: [
            "rotation: 45\n", "scale: 0\n", "scale: nan\n", "scale: 99\n", "rotation: right\n",
            "brightness: 1\n", "- 90\n", "rotation: [90]\n", "\u{0}\u{1}", "{", "",
        ])
    func malformed(text: String) throws {
        try folder.write(text, to: "panel.yaml")
        let control = control()
        #expect(control.rotation == .none)
        #expect(control.scale == 1)
        #expect(logged.all.count == 1)
        #expect(logged.all.first?.hasPrefix(file) == true)
        // The next save replaces the damaged file.
        control.set(rotation: .halfTurn, scale: 2)
        control.saveSettings()
        control.finishWriting()
        #expect(self.control().rotation == .halfTurn)
        #expect(logged.all.count == 1)
    }

    @Test("A file with one invalid value is ignored completely")
    func halfRight() throws {
        try folder.write("rotation: 90\nscale: -1\n", to: "panel.yaml")
        #expect(control().rotation == .none)
    }

    @Test("An invalid scale is replaced by the nearest valid one")
    func scales() {
        let control = control()
        control.set(rotation: .none, scale: 1_000)
        #expect(control.scale == 8)
        control.set(rotation: .none, scale: -.infinity)
        #expect(control.scale == 0.25)
        control.set(rotation: .none, scale: .nan)
        #expect(control.scale == 0.25)
    }

    @Test("Without a setting, the scale follows the size of each display; a setting overrides it")
    func displaySize() throws {
        let display = try SimulatedDisplay(
            mode: DisplayMode(width: 720, height: 1_280),
            behavior: SimulatedDisplay.Behavior(), time: SimulatedTime())
        let first = control()
        #expect(first.geometry(on: display).scale == 1)
        display.millimeters = (62, 110)
        #expect(first.geometry(on: display).scale == 2)
        #expect(first.scale == 2)
        // Selecting the same scale again does not fix it.
        first.set(rotation: .none, scale: 3)
        first.set(rotation: .none, scale: 2)
        first.saveSettings()
        display.millimeters = (16, 9)
        #expect(first.geometry(on: display).scale == 1)
        display.millimeters = (62, 110)
        #expect(control(ScreenSetting(scale: 1)).geometry(on: display).scale == 1)
        first.set(rotation: .none, scale: 3)
        first.saveSettings()
        first.finishWriting()
        #expect(first.geometry(on: display).scale == 3)
        #expect(control().geometry(on: display).scale == 3)
    }

    @Test("Settings that cannot be saved apply until the end, and the log says so")
    func notKept() throws {
        let nowhere = KioskScreenControl(
            fixed: ScreenSetting(), file: "\(folder.path)/none/panel.yaml", log: logged.log)
        nowhere.set(rotation: .halfTurn, scale: 2)
        nowhere.saveSettings()
        nowhere.finishWriting()
        #expect(nowhere.rotation == .halfTurn)
        #expect(logged.all.count == 1)
        let homeless = KioskScreenControl(fixed: ScreenSetting(), file: nil, log: logged.log)
        homeless.set(rotation: .halfTurn, scale: 2)
        homeless.saveSettings()
        #expect(homeless.rotation == .halfTurn)
        #expect(logged.all.count == 2)
        #expect(logged.all.last?.contains("--state") == true)
    }

    @Test(
        "Brightness is that of a backlight connected at any time; without one, an error is returned"
    )
    func brightness() throws {
        let control = control()
        #expect(control.brightness == nil)
        #expect(control.setBrightness(1)?.contains(folder.path) == true)
        for (name, value) in [("type", "raw"), ("max_brightness", "100"), ("brightness", "52")] {
            try folder.write("\(value)\n", to: "light/\(name)")
        }
        #expect(control.brightness == 0.5)
        #expect(control.setBrightness(0) == nil)
        #expect(control.brightness == 0)
        #expect(try folder.text("light/brightness") == "4\n")
        #expect(control.contactCapacity == nil)
    }
}
