import KioskRuntime
import KioskServices
import TouchKitContacts
import TouchKitGeometry

/// The raw touches of frames that are played: a replay's, or a benchmark's.
@MainActor
package final class ReplayedRawTouches: RawTouches {
    /// The touchscreens of the frames.
    package private(set) var touchscreens: [TouchscreenDescription]
    /// Called with each new calibration of a touchscreen.
    package var onCalibration: ((DeviceID, TouchCalibration) -> Void)?
    private let observers = RawTouchObserverList()

    /// Creates raw touches of known touchscreens.
    package init(touchscreens: [TouchscreenDescription]) {
        self.touchscreens = touchscreens
    }

    /// Adds an observer of every frame.
    package func addObserver(_ observer: any RawTouchObserver) { observers.add(observer) }
    /// Adds an observer of every frame; played frames pass no touch filters.
    package func addPositionObserver(_ observer: any RawTouchObserver) { observers.add(observer) }
    /// Removes an observer.
    package func removeObserver(_ observer: any RawTouchObserver) { observers.remove(observer) }

    /// Sets the calibration of a touchscreen and calls `onCalibration`.
    package func setCalibration(_ calibration: TouchCalibration, of device: DeviceID) {
        guard let index = touchscreens.firstIndex(where: { $0.id == device }) else { return }
        touchscreens[index].calibration = calibration
        onCalibration?(device, calibration)
    }

    /// Returns an error message, because a replay stores no calibrations.
    package func storeCalibration(of device: DeviceID) -> String? {
        "A replay stores no calibration"
    }

    /// Delivers a frame to the observers. Allocates nothing once its device is known.
    package func deliver(_ frame: TouchFrame) {
        if observers.isEmpty { return }
        var index = touchscreens.firstIndex { $0.id == frame.device }
        if index == nil {
            // Scripts have no device description.
            index = touchscreens.count
            touchscreens.append(
                TouchscreenDescription(id: frame.device, name: "device \(frame.device.rawValue)"))
            observers.notifyTouchscreensChanged()
        }
        if let index { observers.notify(frame, of: touchscreens[index]) }
    }
}
