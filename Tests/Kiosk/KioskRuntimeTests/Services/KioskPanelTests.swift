import Foundation
import KioskInput
import KioskRuntime
import KioskSystem
import Synchronization
import Testing
import TouchKitContacts
import TouchKitGeometry
import TouchTrackerTestSupport

/// What a log got.
final class LoggedLines: Sendable {
    private let lines = Mutex<[String]>([])

    /// A log that writes here.
    var log: Log {
        Log { [self] _, line in lines.withLock { $0.append(line) } }
    }

    /// What it got so far.
    var all: [String] { lines.withLock { $0 } }
}

@Suite("Kiosk's panel", .serialized)
@MainActor
struct KioskPanelTests {
    private let folder: TemporaryFolder
    private let logged = LoggedLines()

    init() throws {
        folder = try TemporaryFolder()
    }

    private var file: String { "\(folder.path)/panel.yaml" }

    private func panel(_ fixed: PanelSetting = PanelSetting()) -> KioskPanel {
        KioskPanel(fixed: fixed, file: file, backlights: folder.path, log: logged.log)
    }

    @Test("What is chosen is there again at the next start, and costs no line of the log.")
    func kept() throws {
        let first = panel()
        #expect(first.rotation == .none)
        #expect(first.scale == 1)
        first.show(rotation: .clockwise90, scale: 1.5)
        #expect(first.rotation == .clockwise90)
        #expect(first.scale == 1.5)
        first.keep()
        first.finishWriting()
        #expect(
            try folder.text("panel.yaml").split(separator: "\n").suffix(2) == [
                "rotation: 90", "scale: 1.5",
            ])
        let second = panel()
        #expect(second.rotation == .clockwise90)
        #expect(second.scale == 1.5)
        // Of choices made at once the last one is kept.
        for scale in 1...8 {
            second.show(rotation: .halfTurn, scale: CGFloat(scale))
            second.keep()
        }
        second.finishWriting()
        #expect(try PanelSetting(file: file) == PanelSetting(rotation: .halfTurn, scale: 8))
        #expect(logged.all == [])
    }

    @Test("What is only shown, and not kept, is gone at the next start.")
    func tried() throws {
        try folder.write("rotation: 270\nscale: 2\n", to: "panel.yaml")
        let first = panel()
        first.show(rotation: .halfTurn, scale: 3)
        #expect(first.takeChange())
        first.finishWriting()
        #expect(try folder.text("panel.yaml") == "rotation: 270\nscale: 2\n")
        let second = panel()
        #expect(second.rotation == .clockwise270)
        #expect(second.scale == 2)
        // Nor is what went back, whatever is kept after that.
        first.show(rotation: .clockwise270, scale: 2)
        first.keep()
        first.finishWriting()
        #expect(try folder.text("panel.yaml") == "rotation: 270\nscale: 2\n")
        #expect(logged.all == [])
    }

    @Test("Kept is what was chosen, not what the command line or nobody said.")
    func chosen() throws {
        let scaled = panel()
        scaled.show(rotation: scaled.rotation, scale: 2)
        scaled.keep()
        scaled.finishWriting()
        #expect(try PanelSetting(file: file) == PanelSetting(scale: 2))
        let turned = panel(PanelSetting(rotation: .halfTurn))
        turned.show(rotation: .halfTurn, scale: 3)
        turned.keep()
        turned.finishWriting()
        #expect(try PanelSetting(file: file) == PanelSetting(scale: 3))
        #expect(logged.all == [])
        turned.show(rotation: .none, scale: 3)
        turned.keep()
        turned.finishWriting()
        #expect(try PanelSetting(file: file) == PanelSetting(rotation: Rotation.none, scale: 3))
        #expect(logged.all.count == 1)
        #expect(logged.all.first?.contains("--rotate") == true)
    }

    @Test(
        "It tells as many fingers as the device that tells the fewest: a mouse one, keyboards nothing.",
        arguments: [
            ([], nil), ([(.touch, 10)], 10), ([(.touch, 0)], 1), ([(.touch, 10), (.touch, 2)], 2),
            ([(.touch, 10), (.pointer, 0)], 1), ([(.pointer, 0)], 1),
            ([(.touch, 5), (.other, 0)], 5), ([(.other, 0)], nil),
        ] as [([(InputDevice.Kind, Int)], Int?)])
    func fingers(devices: [(InputDevice.Kind, Int)], capacity: Int?) {
        let panel = panel()
        panel.devices = {
            devices.map { kind, slots in
                InputDevice(
                    id: DeviceID(rawValue: 1), name: "panel", sysname: "event1",
                    path: "/dev/input/event1", kind: kind, slotCount: slots)
            }
        }
        #expect(panel.fingerCapacity == capacity)
    }

    @Test("The command line comes before the file, each for itself, and the log says so.")
    func commandLine() throws {
        try folder.write("rotation: 270\nscale: 2\n", to: "panel.yaml")
        #expect(panel(PanelSetting(rotation: .halfTurn)).rotation == .halfTurn)
        #expect(panel(PanelSetting(rotation: .halfTurn)).scale == 2)
        let panel = panel(PanelSetting(scale: 3))
        #expect(panel.rotation == .clockwise270)
        #expect(panel.scale == 3)
        panel.show(rotation: .none, scale: 3)
        panel.keep()
        panel.finishWriting()
        panel.show(rotation: .none, scale: 1)
        #expect(logged.all == [])
        panel.keep()
        panel.finishWriting()
        #expect(panel.scale == 1)
        #expect(logged.all.count == 1)
        #expect(logged.all.first?.contains("--scale") == true)
    }

    @Test(
        "A file that makes no sense costs one line that names it, and nothing else.",
        arguments: [
            "rotation: 45\n", "scale: 0\n", "scale: nan\n", "scale: 99\n", "rotation: right\n",
            "brightness: 1\n", "- 90\n", "rotation: [90]\n", "\u{0}\u{1}", "{", "",
        ])
    func malformed(text: String) throws {
        try folder.write(text, to: "panel.yaml")
        let panel = panel()
        #expect(panel.rotation == .none)
        #expect(panel.scale == 1)
        #expect(logged.all.count == 1)
        #expect(logged.all.first?.hasPrefix(file) == true)
        // And it is as good as new when something is chosen.
        panel.show(rotation: .halfTurn, scale: 2)
        panel.keep()
        panel.finishWriting()
        #expect(self.panel().rotation == .halfTurn)
        #expect(logged.all.count == 1)
    }

    @Test("What is half right is wholly ignored.")
    func halfRight() throws {
        try folder.write("rotation: 90\nscale: -1\n", to: "panel.yaml")
        #expect(panel().rotation == .none)
    }

    @Test("A scale that makes no sense is the nearest one that does.")
    func scales() {
        let panel = panel()
        panel.show(rotation: .none, scale: 1_000)
        #expect(panel.scale == 8)
        panel.show(rotation: .none, scale: -.infinity)
        #expect(panel.scale == 0.25)
        panel.show(rotation: .none, scale: .nan)
        #expect(panel.scale == 0.25)
    }

    @Test("Where it can't be kept it holds until the end, and the log says so.")
    func notKept() throws {
        let nowhere = KioskPanel(
            fixed: PanelSetting(), file: "\(folder.path)/none/panel.yaml", log: logged.log)
        nowhere.show(rotation: .halfTurn, scale: 2)
        nowhere.keep()
        nowhere.finishWriting()
        #expect(nowhere.rotation == .halfTurn)
        #expect(logged.all.count == 1)
        let homeless = KioskPanel(fixed: PanelSetting(), file: nil, log: logged.log)
        homeless.show(rotation: .halfTurn, scale: 2)
        homeless.keep()
        #expect(homeless.rotation == .halfTurn)
        #expect(logged.all.count == 2)
        #expect(logged.all.last?.contains("--state") == true)
    }

    @Test("Brightness is the backlight's, wherever it was plugged in; without one it says why not.")
    func brightness() throws {
        let panel = panel()
        #expect(panel.brightness == nil)
        #expect(panel.setBrightness(1)?.contains(folder.path) == true)
        try folder.makeFolder("light")
        for (name, value) in [("type", "raw"), ("max_brightness", "100"), ("brightness", "52")] {
            try folder.write("\(value)\n", to: "light/\(name)")
        }
        #expect(panel.brightness == 0.5)
        #expect(panel.setBrightness(0) == nil)
        #expect(panel.brightness == 0)
        #expect(try folder.text("light/brightness") == "4\n")
        #expect(panel.fingerCapacity == nil)
    }
}
