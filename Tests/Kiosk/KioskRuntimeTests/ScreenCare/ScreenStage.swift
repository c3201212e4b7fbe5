import KioskDisplay
import KioskRuntime
import KioskSystem
import Testing
import TouchKit
import TouchKitContacts
import TouchKitGeometry
import TouchTrackerTestSupport

/// A kiosk in virtual time whose screen gets darker: dimmed after 10 s, unlit after 20, off after 30. Its
/// backlight is a folder of files.
@MainActor
final class ScreenStage {
    /// Counts what it is told, and shows how often.
    final class Counter: UIView {
        private(set) var began = 0
        private(set) var ended = 0
        private(set) var cancelled = 0

        override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
            began += touches.count
            backgroundColor = .red
        }
        override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {}
        override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
            ended += touches.count
        }
        override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
            cancelled += touches.count
        }
    }

    let kiosk: VblankKiosk
    let counter: Counter
    let folder: TemporaryFolder
    let light: ScreenLight
    private(set) var frames = 0
    private var panel = Panel(width: 200, height: 100)
    var session: Session { kiosk.session }
    var display: VblankDisplay { kiosk.display }

    static let options = ScreenCareOptions(
        dimAfter: 10, backlightOffAfter: 20, screenOffAfter: 30, dimTo: 0.5)

    init(_ options: ScreenCareOptions = options, hasBacklight: Bool = true) throws {
        let folder = try TemporaryFolder()
        self.folder = folder
        if hasBacklight { try folder.makeLight() }
        let counter = Counter(frame: CGRect(x: 0, y: 0, width: 200, height: 100))
        counter.backgroundColor = .blue
        counter.isMultipleTouchEnabled = true
        self.counter = counter
        kiosk = try VblankKiosk(mode: DisplayMode(width: 200, height: 100)) {
            $0.addSubview(counter)
        }
        light = ScreenLight(
            backlights: folder.path, memory: "\(folder.path)/brightness", dimTo: options.dimTo)
        session.careForScreen(options, light: light, log: Log())
        display.onPresent = { [unowned self] _ in frames += 1 }
    }

    /// The number that the backlight is set to; nil where there is none.
    var brightness: Int? {
        (try? folder.text("panel/brightness")).flatMap { Int($0.dropLast()) }
    }
    /// Whether the kernel was told to put it out.
    var isUnlit: Bool { (try? folder.text("panel/bl_power")) != "0\n" }
    /// Whether somebody who started now would be told how bright it was.
    var isRemembered: Bool { (try? folder.text("brightness")) == "panel 200\n" }

    /// Lets seconds pass.
    func rest(_ seconds: Double) throws {
        try kiosk.advance(byMicroseconds: Int64(seconds * 1_000_000))
    }

    /// A finger does something in the middle of the screen, or so far beside it.
    func touch(_ state: TouchContact.State, slot: Int = 0, by offset: Double = 0) throws {
        try kiosk.report(panel.frame(slot, state, x: 100 + offset, y: 50))
    }

    /// A finger comes down and is lifted a little later.
    func tap(_ slot: Int = 0) throws {
        try touch(.down, slot: slot)
        try rest(0.05)
        try touch(.up, slot: slot)
        try rest(0.05)
    }
}

extension TemporaryFolder {
    /// Makes what the kernel shows of a backlight, as bright as 200 of 255.
    func makeLight(type: String = "raw", most: Int = 255, number: Int = 200) throws {
        try makeFolder("panel")
        for (name, value) in [
            ("type", type), ("max_brightness", "\(most)"), ("brightness", "\(number)"),
            ("bl_power", "0"),
        ] { try write("\(value)\n", to: "panel/\(name)") }
    }
}
