import KioskServices
import TouchKitContacts
import TouchKitGeometry

/// Raw touches of a replay: its frames, as they are.
@MainActor
package final class ReplayedRawTouches: RawTouches {
    /// The panels of the recording.
    package private(set) var panels: [PanelDescription]
    /// Is told of a correction, for what the application is given.
    package var onCalibration: ((DeviceID, TouchCalibration) -> Void)?
    private let observers = RawTouchObservers()

    /// Makes one that has said nothing yet.
    package init(panels: [PanelDescription]) {
        self.panels = panels
    }

    /// Hands every frame on from now on.
    package func addObserver(_ observer: any RawTouchObserver) { observers.add(observer) }
    /// Hands every frame on from now on: a replay has no filters.
    package func addPlaceObserver(_ observer: any RawTouchObserver) { observers.add(observer) }
    /// Hands no more frames on.
    package func removeObserver(_ observer: any RawTouchObserver) { observers.remove(observer) }

    /// Corrects a panel's positions from now on.
    package func setCalibration(_ calibration: TouchCalibration, of panel: DeviceID) {
        guard let index = panels.firstIndex(where: { $0.id == panel }) else { return }
        panels[index].calibration = calibration
        onCalibration?(panel, calibration)
    }

    /// Keeps nothing.
    package func keepCalibration(of panel: DeviceID) -> String? { "A replay keeps nothing" }

    /// A frame is due; allocates nothing once its device is known.
    package func tell(_ frame: TouchFrame) {
        if observers.isEmpty { return }
        var index = panels.firstIndex { $0.id == frame.device }
        if index == nil {
            // Frames may come from nowhere.
            index = panels.count
            panels.append(
                PanelDescription(id: frame.device, name: "device \(frame.device.rawValue)"))
            observers.tellPanelsChanged()
        }
        if let index { observers.tell(frame, of: panels[index]) }
    }
}
