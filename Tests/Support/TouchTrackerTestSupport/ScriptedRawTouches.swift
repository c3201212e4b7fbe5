import KioskServices
import TouchKitContacts
import TouchKitGeometry

/// Raw touches that a test makes.
@MainActor
package final class ScriptedRawTouches: RawTouches {
    /// The panels that are plugged in.
    package var panels: [PanelDescription] {
        didSet { for observer in observers { observer.panelsChanged() } }
    }
    /// Who observes.
    package private(set) var observers: [any RawTouchObserver] = []

    package init(panels: [PanelDescription] = []) {
        self.panels = panels
    }

    package func addObserver(_ observer: any RawTouchObserver) { observers.append(observer) }

    package func addPlaceObserver(_ observer: any RawTouchObserver) { observers.append(observer) }

    package func removeObserver(_ observer: any RawTouchObserver) {
        observers.removeAll { $0 === observer }
    }

    /// What panels were told to be corrected by, newest last.
    package private(set) var calibrations: [TouchCalibration] = []
    /// The panels whose calibration is kept, newest last.
    package private(set) var kept: [DeviceID] = []
    /// Why none can be kept; nil where they can.
    package var complaint: String?

    package func setCalibration(_ calibration: TouchCalibration, of panel: DeviceID) {
        calibrations.append(calibration)
        for index in panels.indices where panels[index].id == panel {
            panels[index].calibration = calibration
        }
    }

    package func keepCalibration(of panel: DeviceID) -> String? {
        if let complaint { return complaint }
        kept.append(panel)
        for index in panels.indices where panels[index].id == panel {
            panels[index].isCalibrationKept = true
        }
        return nil
    }

    /// A panel reports a frame.
    package func tell(_ frame: TouchFrame, of panel: PanelDescription) {
        for observer in observers { observer.rawTouches(frame, of: panel) }
    }
}

/// A display that says what a test wants.
@MainActor
package final class ScriptedDisplayInformation: DisplayInformation {
    package var info: DisplayInfo?

    package init(_ info: DisplayInfo? = nil) {
        self.info = info
    }
}
