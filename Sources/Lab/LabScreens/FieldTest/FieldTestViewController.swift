import KioskServices
import LabFieldTest
import TouchKit
import TouchKitContacts
import TouchKitGeometry
import TouchTrackerApp

/// The view controller of the guided field test, which passes touch frames and time to a
/// `FieldTest` and displays the pages.
///
/// The controller observes the touchscreens while its view is in a window. The test uses raw touch
/// frames instead of `UITouch`es, so that a touchscreen with a wrong orientation can be tested,
/// too.
package final class FieldTestViewController: UIViewController {
    /// The limits, the size of the screen and the callbacks of the test.
    package var setup: FieldTestSetup
    /// Called when the user dismisses the summary.
    package var onDone: (() -> Void)?

    /// The state machine of the current test. A restart of the test replaces the state machine.
    package private(set) var fieldTest: FieldTest

    private let rawTouches: any RawTouches
    private let frames: (any FrameRecords)?
    private let display: (any DisplayInfoProvider)?
    private let fieldTestView = FieldTestView(frame: .zero)
    /// The touchscreen under test: the first connected touchscreen until a touchscreen is touched,
    /// then the touched one; `nil` if no touchscreen is connected.
    private var touchscreen: TouchscreenDescription?
    /// Whether the test runs: the view is in a window, and touchscreens are observed.
    private var isObserving = false
    /// Whether `setup.onReport` was called for the current test.
    private var isReported = false
    /// The line about the current test's report, or `nil` if there is none.
    private var reportStatus: String?
    /// The number of tests that have begun.
    private var testCount = 0
    /// Whether `onDone` was called for the current test.
    private var isDone = false
    /// The calibration that was last passed to `setup.onCalibration` in the current test, or `nil`.
    private var calibration: TouchCalibration?
    /// The media time in seconds at which `tick()` is scheduled, or `nil` if no call is scheduled.
    private var nextTick: Double?
    /// The flip time of the newest frame whose latencies were passed to the field test.
    private var lastFlip = Timestamp.zero
    private static let tick = Selector("tick") { (controller: FieldTestViewController) in
        controller.tick
    }

    /// Creates a controller. The test uses the touchscreen that is touched first.
    ///
    /// - Parameters:
    ///   - rawTouches: The source of the touch frames as the touchscreens report them.
    ///   - frames: The source of the records of the newest frames, or `nil` to measure no latency
    ///     to scanout.
    ///   - display: The source of the display's properties, or `nil` if unknown.
    ///   - setup: The limits, the size of the screen and the callbacks of the test.
    package init(
        rawTouches: any RawTouches, frames: (any FrameRecords)? = nil,
        display: (any DisplayInfoProvider)? = nil, setup: FieldTestSetup = FieldTestSetup()
    ) {
        self.rawTouches = rawTouches
        self.frames = frames
        self.display = display
        self.setup = setup
        fieldTest = FieldTest(
            stage: FieldTestStage(
                touchscreen: nil, display: display?.info, millimeters: setup.physicalSize),
            limits: setup.limits)
        super.init()
    }

    /// Creates the view. The test runs while the view is in a window.
    package override func loadView() {
        view = fieldTestView
        fieldTestView.frame = UIScreen.main.bounds
        fieldTestView.onWindowChange = { [weak self] isInWindow in
            if isInWindow { self?.startObserving() } else { self?.stopObserving() }
        }
    }

    // MARK: Start and end

    private func startObserving() {
        guard !isObserving else { return }
        isObserving = true
        // Some pages require that the screen is not touched for a while.
        UIApplication.shared.isIdleTimerDisabled = true
        rawTouches.addObserver(self)
        restart(with: rawTouches.touchscreens.first)
    }

    private func stopObserving() {
        guard isObserving else { return }
        isObserving = false
        UIApplication.shared.isIdleTimerDisabled = false
        rawTouches.removeObserver(self)
        Self.cancelPreviousPerformRequests(withTarget: self)
        nextTick = nil
        setup.onEnd?()
    }

    /// Restarts the test at the welcome page, with the current geometry of the screen.
    ///
    /// - Parameters:
    ///   - touchscreen: The touchscreen under test, or `nil` if none is connected.
    ///   - isNewTest: Whether to call `onBegin`. Pass `false` if the recording that began with the
    ///     replaced test also belongs to the restarted test.
    private func restart(with touchscreen: TouchscreenDescription?, isNewTest: Bool = true) {
        self.touchscreen = touchscreen
        fieldTest = FieldTest(
            stage: FieldTestStage(
                touchscreen: touchscreen, display: display?.info,
                millimeters: setup.physicalSize), limits: setup.limits)
        testCount += 1
        calibration = nil
        isReported = false
        reportStatus = nil
        if isNewTest { setup.onBegin?(rawTouches.touchscreens) }
        isDone = false
        fieldTestView.invalidatePage()
        update()
    }

    /// Restarts the test if the size, scale or rotation of the screen changed.
    package override func viewDidLayoutSubviews() {
        if isObserving, hasGeometryChanged { restart(with: touchscreen) }
    }

    private var hasGeometryChanged: Bool { UIScreen.main.geometry != fieldTest.stage.geometry }

    // MARK: Time

    private func tick() {
        nextTick = nil
        guard isObserving else { return }
        let time = rawTouches.readUpToNow()
        guard isObserving else { return }
        fieldTest.advance(to: time)
        addScanoutLatencies()
        update()
    }

    /// Schedules `tick()` for the field test's next deadline or for the page's next refresh,
    /// whichever is earlier.
    private func scheduleTick() {
        let deadline = fieldTest.nextDeadline.map { $0.seconds + rawTouches.timeDelay + 1e-6 }
        let refresh = fieldTestView.page?.refreshInterval.map { CACurrentMediaTime() + $0 }
        guard let next = [deadline, refresh].compactMap({ $0 }).min() else { return }
        // A tick that is too early schedules another tick. Touch frames usually only postpone the
        // deadline, so the scheduled tick is not replaced.
        if let nextTick, nextTick <= next { return }
        if nextTick != nil { Self.cancelPreviousPerformRequests(withTarget: self) }
        nextTick = next
        perform(Self.tick, with: nil, afterDelay: next - CACurrentMediaTime())
    }

    /// Passes the touch-to-scanout latencies of frames that were shown since the first movement of
    /// the latency test to that test. Without vblanks, the time of scanout is unknown.
    private func addScanoutLatencies() {
        guard let frames, frames.hasVblank, let began = fieldTest.latency?.began else { return }
        for record in frames.records where record.flipped > max(lastFlip, began) {
            lastFlip = record.flipped
            for sample in record.samples {
                if let microseconds = record.latencyMicroseconds(of: sample) {
                    fieldTest.addScanoutLatency(microseconds: microseconds)
                }
            }
        }
    }

    // MARK: Display

    /// Updates the view from the field test's current state, and calls the callbacks that have
    /// become due.
    private func update() {
        if fieldTest.phase == .summary, !isReported {
            isReported = true
            setup.onReport?(fieldTest.report(), touchscreen) { [weak self, testCount] status in
                guard let self, self.testCount == testCount else { return }
                reportStatus = status
                fieldTestView.invalidatePage()
                if isObserving { update() }
            }
        }
        fieldTestView.update(
            from: fieldTest,
            FieldTestContext(
                touchscreenName: touchscreen?.name, reportStatus: reportStatus,
                storesCalibration: setup.onStoreCalibration != nil))
        if fieldTest.appliedCalibration != calibration {
            calibration = fieldTest.appliedCalibration
            if let calibration, let device = fieldTest.device {
                setup.onCalibration?(device, calibration)
            }
        }
        if fieldTest.isDismissed, !isDone {
            isDone = true
            if calibration != nil, let device = fieldTest.device {
                setup.onStoreCalibration?(device)
            }
            onDone?()
        }
        if isObserving { scheduleTick() }
    }
}

extension FieldTestViewController: RawTouchObserver {
    /// Passes a touch frame to the field test. The first contact on another touchscreen restarts
    /// the test with that touchscreen.
    package func receiveRawTouches(_ frame: TouchFrame, of touchscreen: TouchscreenDescription) {
        guard isObserving else { return }
        if hasGeometryChanged { restart(with: self.touchscreen) }
        if fieldTest.device == nil, touchscreen != self.touchscreen,
            frame.contacts.contains(where: { $0.state == .down })
        {
            restart(with: touchscreen, isNewTest: false)
        }
        fieldTest.process(frame)
        update()
    }

    /// Restarts the test if the tested touchscreen was disconnected, or if the list of touchscreens
    /// begins with another touchscreen before any was touched.
    package func touchscreensChanged() {
        guard isObserving else { return }
        let touchscreens = rawTouches.touchscreens
        if let device = fieldTest.device {
            if !touchscreens.contains(where: { $0.id == device }) {
                restart(with: touchscreens.first)
            }
        } else if touchscreens.first != touchscreen {
            restart(with: touchscreens.first)
        } else {
            // The user can choose each connected touchscreen with the first touch.
            setup.onBegin?(touchscreens)
        }
    }
}
