import KioskServices
import TouchKitContacts

/// A list of raw touch observers that may change during a notification.
@MainActor
package final class RawTouchObserverList {
    @exclusivity(unchecked) private var observers: [any RawTouchObserver] = []

    /// Creates a list without observers.
    package init() {}

    /// Whether the list contains no observers.
    package var isEmpty: Bool { observers.isEmpty }

    /// Adds an observer unless the list already contains the observer.
    package func add(_ observer: any RawTouchObserver) {
        if !contains(observer) { observers.append(observer) }
    }

    /// Removes an observer, if the list contains it.
    package func remove(_ observer: any RawTouchObserver) {
        observers.removeAll { $0 === observer }
    }

    /// Notifies all observers of a touch frame, except observers that are removed during the
    /// notification.
    package func notify(_ frame: TouchFrame, of touchscreen: TouchscreenDescription) {
        for observer in observers where contains(observer) {
            observer.receiveRawTouches(frame, of: touchscreen)
        }
    }

    /// Notifies all observers that the list of touchscreens has changed, except observers that are
    /// removed during the notification.
    package func notifyTouchscreensChanged() {
        for observer in observers where contains(observer) { observer.touchscreensChanged() }
    }

    private func contains(_ observer: any RawTouchObserver) -> Bool {
        observers.contains { $0 === observer }
    }
}
