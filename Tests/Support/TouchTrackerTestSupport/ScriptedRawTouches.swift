import KioskServices
import TouchKitContacts
import TouchKitGeometry

/// A `RawTouches` whose devices and touch frames are set by the test.
@MainActor
package final class ScriptedRawTouches: RawTouches {
    /// The connected touchscreens; setting them notifies the observers.
    package var touchscreens: [TouchscreenDescription] {
        didSet { for observer in observers { observer.touchscreensChanged() } }
    }
    /// The registered observers, in the order of registration.
    package private(set) var observers: [any RawTouchObserver] = []

    /// Creates raw touches with the given touchscreens connected.
    package init(touchscreens: [TouchscreenDescription] = []) {
        self.touchscreens = touchscreens
    }

    package func addObserver(_ observer: any RawTouchObserver) { observers.append(observer) }

    package func addPositionObserver(_ observer: any RawTouchObserver) {
        observers.append(observer)
    }

    /// Called when the pending touch frames are read.
    package var onRead: (() -> Void)?

    package func read() { onRead?() }

    package func removeObserver(_ observer: any RawTouchObserver) {
        observers.removeAll { $0 === observer }
    }

    /// The calibrations passed to `setCalibration`, newest last.
    package private(set) var calibrations: [TouchCalibration] = []
    /// The devices whose calibration was saved, newest last.
    package private(set) var devicesWithSavedCalibration: [DeviceID] = []
    /// The error message that saving a calibration returns, or `nil` if saving succeeds.
    package var saveError: String?

    package func setCalibration(_ calibration: TouchCalibration, of panel: DeviceID) {
        calibrations.append(calibration)
        for index in touchscreens.indices where touchscreens[index].id == panel {
            touchscreens[index].calibration = calibration
        }
    }

    package func storeCalibration(of panel: DeviceID) -> String? {
        if let saveError { return saveError }
        devicesWithSavedCalibration.append(panel)
        for index in touchscreens.indices where touchscreens[index].id == panel {
            touchscreens[index].hasStoredCalibration = true
        }
        return nil
    }

    /// Passes a touch frame of a device to all observers.
    package func report(_ frame: TouchFrame, of panel: TouchscreenDescription) {
        for observer in observers { observer.receiveRawTouches(frame, of: panel) }
    }
}

/// A `DisplayInfoProvider` whose value is set by the test.
@MainActor
package final class ScriptedDisplayInformation: DisplayInfoProvider {
    /// The description of the display, or `nil` if there is no display.
    package var info: DisplayInfo?

    /// Creates display information with the given value.
    package init(_ info: DisplayInfo? = nil) {
        self.info = info
    }
}
