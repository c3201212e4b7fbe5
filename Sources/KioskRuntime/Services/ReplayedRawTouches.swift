import Services
import Touch

/// Raw touches of a replay: its frames, as they are.
@MainActor
package final class ReplayedRawTouches: RawTouches {
    /// The panels of the recording.
    package private(set) var panels: [PanelDescription]
    private let observers = RawTouchObservers()

    /// Makes one that has said nothing yet.
    package init(panels: [PanelDescription]) {
        self.panels = panels
    }

    /// Hands every frame on from now on.
    package func addObserver(_ observer: any RawTouchObserver) { observers.add(observer) }
    /// Hands no more frames on.
    package func removeObserver(_ observer: any RawTouchObserver) { observers.remove(observer) }

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
