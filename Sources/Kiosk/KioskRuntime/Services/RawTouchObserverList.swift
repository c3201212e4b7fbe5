import KioskServices
import TouchKitContacts

/// A list of raw touch observers that may change during a notification.
@MainActor
package final class RawTouchObserverList {
    private var observers: [any RawTouchObserver] = []

    /// Creates a list without observers.
    package init() {}

    package var isEmpty: Bool { observers.isEmpty }

    /// Adds an observer unless it is in the list.
    package func add(_ observer: any RawTouchObserver) {
        if !has(observer) { observers.append(observer) }
    }

    package func remove(_ observer: any RawTouchObserver) {
        observers.removeAll { $0 === observer }
    }

    /// Notifies all observers of a frame, except those removed meanwhile.
    package func notify(_ frame: TouchFrame, of touchscreen: TouchscreenDescription) {
        for observer in observers where has(observer) {
            observer.receiveRawTouches(frame, of: touchscreen)
        }
    }

    package func notifyTouchscreensChanged() {
        for observer in observers where has(observer) { observer.touchscreensChanged() }
    }

    private func has(_ observer: any RawTouchObserver) -> Bool {
        observers.contains { $0 === observer }
    }
}
