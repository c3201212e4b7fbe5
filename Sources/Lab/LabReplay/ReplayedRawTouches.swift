import KioskRuntime
import KioskServices
import TouchKitContacts
import TouchKitGeometry

/// A source of raw touches that delivers played touch frames, for replays and benchmarks.
@MainActor
package final class ReplayedRawTouches: RawTouches {
    /// The touchscreens that report the played frames.
    package private(set) var touchscreens: [TouchscreenDescription]
    /// Called with each new calibration of a touchscreen.
    package var onCalibration: ((DeviceID, TouchCalibration) -> Void)?
    private let observers = RawTouchObserverList()

    /// Creates raw touches for frames from `touchscreens`.
    package init(touchscreens: [TouchscreenDescription]) {
        self.touchscreens = touchscreens
    }

    /// Adds an observer of every delivered frame.
    package func addObserver(_ observer: any RawTouchObserver) { observers.add(observer) }
    /// Adds an observer of every delivered frame. Played frames do not pass through touch filters,
    /// so the method has the same effect as `addObserver(_:)`.
    package func addPositionObserver(_ observer: any RawTouchObserver) { observers.add(observer) }
    /// Has no effect, because played frames are delivered at their times.
    package func read() {}
    /// Removes an observer.
    package func removeObserver(_ observer: any RawTouchObserver) { observers.remove(observer) }

    /// Sets the calibration of a touchscreen and calls `onCalibration`.
    package func setCalibration(_ calibration: TouchCalibration, of device: DeviceID) {
        guard let index = touchscreens.firstIndex(where: { $0.id == device }) else { return }
        touchscreens[index].calibration = calibration
        onCalibration?(device, calibration)
    }

    /// Stores nothing and returns an error message, because a replay has no storage for
    /// calibrations.
    package func storeCalibration(of device: DeviceID) -> String? {
        "A replay stores no calibration"
    }

    /// Delivers a frame to the observers. Allocates nothing after the first frame of a device.
    package func deliver(_ frame: TouchFrame) {
        if observers.isEmpty { return }
        var index = touchscreens.firstIndex { $0.id == frame.device }
        if index == nil {
            // Frames of scripts are reported by a device without a description.
            index = touchscreens.count
            touchscreens.append(
                TouchscreenDescription(id: frame.device, name: "device \(frame.device.rawValue)"))
            observers.notifyTouchscreensChanged()
        }
        if let index { observers.notify(frame, of: touchscreens[index]) }
    }
}
