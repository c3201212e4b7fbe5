import KioskServices
import LabDoctor
import TouchKit
import TouchKitContacts
import TouchKitGeometry

/// The view controller of the guided measurement of `touchtracker bring-up`: one instruction after
/// the other, the remaining seconds, and a square that follows the finger.
package final class BringUpViewController: UIViewController, RawTouchObserver {
    /// The interval at which records of shown frames are read, in seconds. The kiosk stores 256
    /// records, enough for this interval at 500 Hz.
    private static let recordInterval = 0.5

    /// Called once at the end of the measurement with its result and the measured touchscreen,
    /// which is `nil` if no touchscreen reported a touch.
    package var onDone: ((BringUpResult, TouchscreenDescription?) -> Void)?

    private let rawTouches: any RawTouches
    private let frames: any FrameRecords
    private let display: any DisplayInfoProvider
    private let duration: Double
    private var measurement: BringUpMeasurement?
    private var hasBegun = false
    /// The touchscreen under test: the first one that is touched.
    private var touchscreen: TouchscreenDescription?
    private let instructionLabel = UILabel(frame: .zero)
    private let secondsLabel = UILabel(frame: .zero)
    private let square = UIView(frame: CGRect(x: -80, y: -80, width: 60, height: 60))
    private var lastFlip = Timestamp.zero
    private var missedVblanksAtStart = 0
    private static let tick = Selector("tick") { (controller: BringUpViewController) in
        controller.tick
    }

    /// Creates a controller.
    ///
    /// - Parameters:
    ///   - rawTouches: The source of the touch frames as the touchscreens report them.
    ///   - frames: The source of the records of the newest frames.
    ///   - display: The source of the display's properties.
    ///   - duration: The duration of the measurement in seconds.
    package init(
        rawTouches: any RawTouches, frames: any FrameRecords, display: any DisplayInfoProvider,
        duration: Double
    ) {
        self.rawTouches = rawTouches
        self.frames = frames
        self.display = display
        self.duration = duration
        super.init()
    }

    /// Creates the view. The measurement begins when the view is added to a window.
    package override func loadView() {
        let view = BringUpView(frame: UIScreen.main.bounds)
        view.onWindow = { [weak self] in self?.begin() }
        self.view = view
    }

    package override func viewDidLoad() {
        super.viewDidLoad()
        view.backgroundColor = .black
        square.backgroundColor = .white
        square.isUserInteractionEnabled = false
        for label in [instructionLabel, secondsLabel] {
            label.textAlignment = .center
            label.textColor = .white
            view.addSubview(label)
        }
        view.addSubview(square)
    }

    package override func viewDidLayoutSubviews() {
        let bounds = view.bounds
        // The longest instruction is 18.3 times as wide as the font size.
        instructionLabel.font = .boldSystemFont(ofSize: min(bounds.width / 20, 36))
        secondsLabel.font = .boldSystemFont(ofSize: min(bounds.width, bounds.height) / 4)
        instructionLabel.frame = CGRect(
            x: 10, y: bounds.height * 0.08, width: bounds.width - 20, height: bounds.height * 0.15)
        secondsLabel.frame = CGRect(
            x: 10, y: bounds.height * 0.35, width: bounds.width - 20, height: bounds.height * 0.3)
    }

    /// Begins the measurement when the view is added to a window for the first time.
    private func begin() {
        guard !hasBegun else { return }
        hasBegun = true
        UIApplication.shared.isIdleTimerDisabled = true
        let info = display.info
        measurement = BringUpMeasurement(
            at: Timestamp(seconds: CACurrentMediaTime()), duration: duration,
            pixelWidth: info?.pixelWidth ?? 0, pixelHeight: info?.pixelHeight ?? 0)
        missedVblanksAtStart = frames.missedVblanks
        rawTouches.addObserver(self)
        tick()
    }

    /// Updates the labels and reads the records of shown frames, until the measurement ends.
    private func tick() {
        let now = Timestamp(seconds: CACurrentMediaTime())
        readFrameRecords()
        guard let measurement else { return }
        guard let phase = measurement.phase(at: now) else { return finish(measurement) }
        let remaining = measurement.remainingSeconds(at: now)
        // Setting an unchanged text would draw a frame.
        if instructionLabel.text != phase.instruction {
            instructionLabel.text = phase.instruction
        }
        if secondsLabel.text != "\(remaining)" { secondsLabel.text = "\(remaining)" }
        perform(Self.tick, with: nil, afterDelay: Self.recordInterval)
    }

    private func readFrameRecords() {
        for record in frames.records where record.flipped > lastFlip {
            lastFlip = record.flipped
            measurement?.add(record)
        }
    }

    private func finish(_ measurement: BringUpMeasurement) {
        rawTouches.removeObserver(self)
        UIApplication.shared.isIdleTimerDisabled = false
        self.measurement = nil
        var result = measurement.result
        result.missedVblanks = frames.missedVblanks - missedVblanksAtStart
        onDone?(result, touchscreen)
        onDone = nil
    }

    // MARK: Touches

    /// Adds a touch frame of the touchscreen that was touched first.
    package func receiveRawTouches(_ frame: TouchFrame, of touchscreen: TouchscreenDescription) {
        if self.touchscreen == nil {
            self.touchscreen = touchscreen
            measurement?.sampling = touchscreen.sampling
        }
        guard self.touchscreen?.id == touchscreen.id else { return }
        measurement?.add(frame)
    }

    package func touchscreensChanged() {}

    package override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        moveSquare(to: touches)
    }

    package override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
        moveSquare(to: touches)
    }

    private func moveSquare(to touches: Set<UITouch>) {
        if let touch = touches.first { square.center = touch.location(in: view) }
    }
}

/// The view of the guided measurement.
private final class BringUpView: UIView {
    /// Called when the view is added to a window.
    var onWindow: (() -> Void)?

    override func didMoveToWindow() {
        if window != nil { onWindow?() }
    }
}

/// The application delegate of `touchtracker bring-up`, an app that only runs the guided
/// measurement.
package final class BringUpDelegate: UIResponder, UIApplicationDelegate {
    private let controller: BringUpViewController?
    private var window: UIWindow?

    /// Creates a delegate without a measurement. The window of the delegate stays empty.
    package required convenience override init() {
        self.init(controller: nil)
    }

    /// Creates a delegate that shows the controller of a measurement.
    package init(controller: BringUpViewController?) {
        self.controller = controller
        super.init()
    }

    package func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        let window = UIWindow(frame: UIScreen.main.bounds)
        window.rootViewController = controller
        window.makeKeyAndVisible()
        self.window = window
        return true
    }
}
