import Foundation
import Testing
import TouchKit
import TouchKitTesting

/// Notification filters. Imports Foundation to prove that the names do not collide.
@Suite("Notification center", .serialized)
@MainActor
struct NotificationCenterTests {
    private let opened = UINotification.Name("opened")
    private let closed = UINotification.Name(rawValue: "closed")

    @Test("Observers receive matching notifications in order until they are removed.")
    func observing() {
        let simulator = TouchSimulator(screenSize: CGSize(width: 10, height: 10))
        let center = UINotificationCenter.default
        #expect(center === simulator.application.notificationCenter)
        #expect(NotificationCenter.default !== center)
        let (door, window) = (UIView(), UIView())
        var log: [String] = []
        center.addObserver(forName: opened) { _ in log.append("opened") }
        let token = center.addObserver(forName: nil, object: door) {
            log.append("door \($0.name.rawValue)")
        }
        center.post(name: opened, object: door)
        center.post(name: closed, object: door)
        center.post(name: opened, object: window)
        center.post(name: opened)
        #expect(log == ["opened", "door opened", "door closed", "opened", "opened"])
        center.removeObserver(token)
        center.post(name: closed, object: door)
        #expect(log.count == 5)
    }

    @Test(
        "Removed observers and observers of deallocated objects are not called."
    )
    func removing() {
        let simulator = TouchSimulator(screenSize: CGSize(width: 10, height: 10))
        let center = simulator.application.notificationCenter
        var log: [String] = []
        var tokens: [UINotificationCenter.Token] = []
        center.addObserver(forName: opened) { _ in
            log.append("first")
            for token in tokens { center.removeObserver(token) }
        }
        tokens.append(center.addObserver(forName: opened) { _ in log.append("second") })
        do {
            let lost = UIView()
            center.addObserver(forName: opened, object: lost) { _ in log.append("lost") }
        }
        center.post(name: opened)
        #expect(log == ["first"])
    }
}
