import KioskDisplay
import KioskRuntime
import KioskSystem
import Testing
import TouchKit
import TouchKitContacts
import TouchKitGeometry
import TouchTrackerTestSupport

/// A kiosk in virtual time that dims after 10 s, switches the backlight off after 20 s and the
/// display after 30 s. Its backlight is a folder of files.
@MainActor
final class ScreenStage {
    /// A view that counts its touches and shows the count.
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
    let light: BacklightController
    private(set) var frames = 0
    private var touchscreen = TouchFrameGenerator(width: 200, height: 100)
    var session: Session { kiosk.session }
    var display: VblankDisplay { kiosk.display }

    static let options = ScreenPowerOptions(
        dimAfter: 10, backlightOffAfter: 20, screenOffAfter: 30, dimTo: 0.5)

    init(hasBacklight: Bool = true) throws {
        let folder = TemporaryFolder()
        self.folder = folder
        if hasBacklight { try folder.makeLight() }
        let counter = Counter(frame: CGRect(x: 0, y: 0, width: 200, height: 100))
        counter.backgroundColor = .blue
        counter.isMultipleTouchEnabled = true
        self.counter = counter
        kiosk = try VblankKiosk(mode: DisplayMode(width: 200, height: 100)) {
            $0.addSubview(counter)
        }
        light = BacklightController(
            backlights: folder.path, brightnessFile: "\(folder.path)/brightness",
            dimTo: ScreenStage.options.dimTo)
        session.enableScreenPower(ScreenStage.options, backlight: light, log: Log())
        display.onPresent = { [unowned self] _ in frames += 1 }
    }

    /// The brightness in the backlight's file, or `nil` without a backlight.
    var brightness: Int? {
        (try? folder.text("panel/brightness")).flatMap { Int($0.dropLast()) }
    }
    /// Whether the backlight's file `bl_power` says off.
    var isUnlit: Bool { (try? folder.text("panel/bl_power")) != "0\n" }
    /// Whether the brightness is stored for the next start.
    var isRemembered: Bool { (try? folder.text("brightness")) == "panel 200\n" }

    /// Advances the clock by seconds.
    func rest(_ seconds: Double) throws {
        try kiosk.advance(byMicroseconds: Int64(seconds * 1_000_000))
    }

    /// Delivers a contact event in the middle of the screen, or with an offset from it.
    func touch(_ state: TouchContact.State, slot: Int = 0, by offset: Double = 0) throws {
        try kiosk.report(touchscreen.frame(slot, state, x: 100 + offset, y: 50))
    }

    /// Delivers a contact that is put down and lifted a little later.
    func tap(_ slot: Int = 0) throws {
        try touch(.down, slot: slot)
        try rest(0.05)
        try touch(.up, slot: slot)
        try rest(0.05)
    }
}

extension TemporaryFolder {
    /// Creates the files of a backlight with a brightness of 200 of 255.
    func makeLight(_ name: String = "panel", most: Int = 255, number: Int = 200) throws {
        for (attribute, value) in [
            ("type", "raw"), ("max_brightness", "\(most)"), ("brightness", "\(number)"),
            ("bl_power", "0"),
        ] { try write("\(value)\n", to: "\(name)/\(attribute)") }
    }
}
