// kiosk-main-queue-subject tasks|idle|flood: runs a kiosk on a headless display until it ends
// itself, prints a line for each block of Dispatch's main queue, and prints the report.

import Dispatch
import Glibc
import KioskDisplay
import KioskRuntime
import TouchKit

/// An app that uses Dispatch's main queue.
@MainActor
final class SubjectDelegate: UIApplicationDelegate {
    private let window = UIWindow(frame: UIScreen.main.bounds)
    private let view = UIView(frame: CGRect(x: 0, y: 0, width: 20, height: 20))
    private var missing: Set<String> = []

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        view.backgroundColor = .white
        window.addSubview(view)
        window.makeKeyAndVisible()
        switch CommandLine.arguments.last {
        case "tasks": startTasks()
        case "flood": flood()
        default: end(after: 1)
        }
        return true
    }

    /// Starts one call of each kind, and ends the kiosk after the last of them.
    private func startTasks() {
        missing = ["task", "sleep", "detached", "async", "asyncAfter", "global"]
        Task { @MainActor in report("task") }
        Task {
            try await Task.sleep(nanoseconds: 50_000_000)
            report("sleep")
        }
        Task.detached {
            let sum = (1...1_000).reduce(0, +)
            await MainActor.run { self.report(sum == 500_500 ? "detached" : "wrong") }
        }
        DispatchQueue.main.async { self.report("async") }
        DispatchQueue.main.asyncAfter(deadline: .now() + 0.1) { self.report("asyncAfter") }
        DispatchQueue.global().async {
            DispatchQueue.main.async { self.report("global") }
        }
    }

    private func report(_ name: String) {
        print(name, pthread_self() == mainThread ? "on the main thread" : "on another thread")
        missing.remove(name)
        view.center.x += 1
        if missing.isEmpty { end(after: 0) }
    }

    /// Queues blocks without end while a view moves, and ends the kiosk after the movement.
    private func flood() {
        UIView.animate(withDuration: 0.5, delay: 0, options: .curveLinear) {
            view.center.x += 100
        } completion: { _ in
            self.end(after: 0)
        }
        queueNextBlock()
    }

    private func queueNextBlock() {
        DispatchQueue.main.async { self.queueNextBlock() }
    }

    private func end(after seconds: Double) {
        Timer.scheduledTimer(withTimeInterval: seconds, repeats: false) { _ in
            pthread_kill(pthread_self(), SIGTERM)
        }
    }
}

private let mainThread = pthread_self()

@main
enum MainQueueSubject {
    static func main() throws {
        _ = mainThread
        Task { @MainActor in print("before the launch") }
        let report = try Kiosk.run(
            SubjectDelegate.self,
            options: KioskOptions(
                output: .headless(DisplayMode(width: 200, height: 120)), input: .none))
        print(
            "frames \(report.frames) wakeUps \(report.wakeUps) runs \(report.mainQueueRuns)",
            "microseconds \(report.mainQueueMicroseconds)")
    }
}
