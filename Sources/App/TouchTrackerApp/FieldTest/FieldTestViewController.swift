import KioskServices
import LabFieldTest
import TouchKit
import TouchKitContacts
import TouchKitGeometry

/// The guided field test on the screen: gives it what panels report, lets time go by, and shows its pages.
///
/// It listens to panels as long as its view is in a window. Nothing of it is done by `UITouch`es: a panel
/// that is the wrong way round can be tested, too.
package final class FieldTestViewController: UIViewController {
    /// Frames of a moment may still come for so long after it, in seconds.
    static let lateness = 0.05

    /// Is called with a panel and the calibration that it shall have from now on.
    package var onCalibration: ((DeviceID, TouchCalibration) -> Void)?
    /// Is called with a panel that was calibrated, when somebody who read the summary ended the test.
    package var onKeepCalibration: ((DeviceID) -> Void)?
    /// Is called with the panels when a test begins, or begins anew.
    package var onBegin: (([PanelDescription]) -> Void)?
    /// Is called with the report, once a test, when all pages were shown, and with the panel. Says where it is
    /// kept, in one line for the last page.
    package var onReport: ((FieldTestReport, PanelDescription?) -> String?)?
    /// Is called when the view goes.
    package var onEnd: (() -> Void)?
    /// Is called when somebody has read the summary.
    package var onDone: (() -> Void)?

    /// The field test.
    package private(set) var fieldTest: FieldTest

    private let rawTouches: any RawTouches
    private let frames: (any FrameRecords)?
    private let display: (any DisplayInformation)?
    private let millimeters: CGSize?
    private let limits: FieldTestLimits
    private let fieldTestView = FieldTestView(frame: .zero)
    /// The panel that is tested; before the first touch the one that was plugged in first.
    private var panel: PanelDescription?
    private var isListening = false
    private var isReported = false
    /// Where the report is kept.
    private var place: String?
    private var isDone = false
    private var calibration: TouchCalibration?
    /// When it is looked at the clock next, in seconds; nil: never.
    private var wake: Double?
    /// Up to when frames' times to the screen were told.
    private var lastFlip = Timestamp.zero
    private static let tick = Selector("tick") { (controller: FieldTestViewController) in
        controller.tick
    }

    /// Makes a field test of the panel that is touched first.
    ///
    /// - Parameters:
    ///   - rawTouches: Touches as panels report them.
    ///   - frames: What frames cost; without, nobody measures the time to the screen.
    ///   - display: The display; without, its size is assumed where the panel doesn't say.
    ///   - millimeters: The screen's size as it is scanned out, where somebody knows it better.
    ///   - limits: What figures are good.
    package init(
        rawTouches: any RawTouches, frames: (any FrameRecords)? = nil,
        display: (any DisplayInformation)? = nil, millimeters: CGSize? = nil,
        limits: FieldTestLimits = FieldTestLimits()
    ) {
        self.rawTouches = rawTouches
        self.frames = frames
        self.display = display
        self.millimeters = millimeters
        self.limits = limits
        fieldTest = FieldTest(
            stage: FieldTestStage(
                panel: nil, display: display?.info, millimeters: millimeters), limits: limits)
        super.init()
    }

    /// Makes the view.
    package override func loadView() {
        view = fieldTestView
        fieldTestView.frame = UIScreen.main.bounds
        fieldTestView.onWindow = { [weak self] isThere in
            if isThere { self?.listen() } else { self?.stop() }
        }
    }

    // MARK: Beginning and end

    private func listen() {
        guard !isListening else { return }
        isListening = true
        // Some of its pages want the panel to be left alone.
        UIApplication.shared.isIdleTimerDisabled = true
        rawTouches.addObserver(self)
        restart(rawTouches.panels.first)
    }

    private func stop() {
        guard isListening else { return }
        isListening = false
        UIApplication.shared.isIdleTimerDisabled = false
        rawTouches.removeObserver(self)
        Self.cancelPreviousPerformRequests(withTarget: self)
        wake = nil
        onEnd?()
    }

    /// Begins anew at the welcome page, on the screen as it is now.
    ///
    /// - Parameter isRecordedAnew: False where what was touched before belongs to it, too.
    private func restart(_ panel: PanelDescription?, isRecordedAnew: Bool = true) {
        self.panel = panel
        fieldTest = FieldTest(
            stage: FieldTestStage(
                panel: panel, display: display?.info, millimeters: millimeters), limits: limits)
        calibration = nil
        isReported = false
        place = nil
        if isRecordedAnew { onBegin?(rawTouches.panels) }
        isDone = false
        fieldTestView.forget()
        update()
    }

    /// A picture of another size, or turned, is another stage.
    package override func viewDidLayoutSubviews() {
        if isListening, isElsewhere { restart(panel) }
    }

    private var isElsewhere: Bool { UIScreen.main.geometry != fieldTest.stage.geometry }

    // MARK: Time

    private func tick() {
        wake = nil
        guard isListening else { return }
        fieldTest.advance(to: Timestamp(seconds: CACurrentMediaTime() - Self.lateness))
        tellScanout()
        update()
    }

    /// Looks at the clock when the field test has something to do, and as often as the page moves by itself.
    private func schedule() {
        let deadline = fieldTest.nextDeadline.map { $0.seconds + Self.lateness + 1e-6 }
        let refresh = fieldTestView.page?.refreshInterval.map { CACurrentMediaTime() + $0 }
        guard let next = [deadline, refresh].compactMap({ $0 }).min() else { return }
        // One that comes too early asks again: nothing is asked for with every frame of a finger.
        if let wake, wake <= next { return }
        if wake != nil { Self.cancelPreviousPerformRequests(withTarget: self) }
        wake = next
        perform(Self.tick, with: nil, afterDelay: next - CACurrentMediaTime())
    }

    /// Tells the latency test what newer frames took from the panel to the screen.
    private func tellScanout() {
        guard let frames, fieldTest.phase == .testing(.latency) else { return }
        for record in frames.records where record.flipped > lastFlip {
            lastFlip = record.flipped
            for sample in record.samples {
                if let microseconds = record.latencyMicroseconds(of: sample) {
                    fieldTest.receive(scanout: microseconds)
                }
            }
        }
    }

    // MARK: Showing

    private func update() {
        if fieldTest.phase == .summary, !isReported {
            isReported = true
            place = onReport?(fieldTest.report(), panel)
        }
        fieldTestView.show(
            fieldTest, FieldTestContext(panelName: panel?.name, reportPlace: place))
        if fieldTest.appliedCalibration != calibration {
            calibration = fieldTest.appliedCalibration
            if let calibration, let device = fieldTest.device {
                onCalibration?(device, calibration)
            }
        }
        if fieldTest.isDismissed, !isDone {
            isDone = true
            if calibration != nil, let device = fieldTest.device { onKeepCalibration?(device) }
            onDone?()
        }
        if isListening { schedule() }
    }
}

extension FieldTestViewController: RawTouchObserver {
    /// Gives the field test what a panel reports.
    package func rawTouches(_ frame: TouchFrame, of panel: PanelDescription) {
        guard isListening else { return }
        if isElsewhere { restart(self.panel) }
        if fieldTest.device == nil, panel != self.panel,
            frame.contacts.contains(where: { $0.state == .down })
        {
            restart(panel, isRecordedAnew: false)
        }
        fieldTest.receive(frame)
        update()
    }

    /// Begins anew where the panel that was tested has gone, or another one has come before any was touched.
    package func panelsChanged() {
        guard isListening else { return }
        let panels = rawTouches.panels
        if let device = fieldTest.device {
            if !panels.contains(where: { $0.id == device }) { restart(panels.first) }
        } else if panels.first != panel {
            restart(panels.first)
        } else {
            // Any of them may be the one that is tested.
            onBegin?(panels)
        }
    }
}
