import KioskServices
import TouchKitContacts

/// Who sees raw touches.
@MainActor
final class RawTouchObservers {
    private var observers: [any RawTouchObserver] = []

    var isEmpty: Bool { observers.isEmpty }

    /// Adds one that isn't there yet.
    func add(_ observer: any RawTouchObserver) {
        if !has(observer) { observers.append(observer) }
    }

    func remove(_ observer: any RawTouchObserver) {
        observers.removeAll { $0 === observer }
    }

    /// Tells of a frame whoever is there still when it is his turn.
    func tell(_ frame: TouchFrame, of panel: PanelDescription) {
        for observer in observers where has(observer) { observer.rawTouches(frame, of: panel) }
    }

    func tellPanelsChanged() {
        for observer in observers where has(observer) { observer.panelsChanged() }
    }

    private func has(_ observer: any RawTouchObserver) -> Bool {
        observers.contains { $0 === observer }
    }
}
