import Glibc
import KioskDisplay
import KioskRuntime
import Testing

@Suite("KioskEnvironment")
struct KioskEnvironmentTests {
    @Test("Each variable sets its value")
    func allVariables() {
        let variables = [
            "NOTIFY_SOCKET": "/run/systemd/notify", "WATCHDOG_USEC": "10000000",
            "WATCHDOG_PID": "\(getpid())", "JOURNAL_STREAM": "8:1234",
            "RUNTIME_DIRECTORY": "/run/touchtracker:/run/touchtracker-status",
            "STATE_DIRECTORY": "/var/lib/touchtracker:/var/lib/other",
            "TOUCHTRACKER_MAY": "restart,console", "TOUCHTRACKER_BOOT_ID": "0123",
            "TOUCHTRACKER_KMS": "legacy",
        ]
        let environment = KioskEnvironment { variables[$0] }
        #expect(environment.notifySocket == "/run/systemd/notify")
        #expect(environment.watchdogMicroseconds == 10_000_000)
        #expect(environment.journalStream == "8:1234")
        #expect(environment.runtimeFolders.requests == "/run/touchtracker")
        #expect(environment.runtimeFolders.status == "/run/touchtracker-status")
        #expect(environment.stateFolder == "/var/lib/touchtracker")
        #expect(environment.permittedRequests == "restart,console")
        #expect(environment.bootID == "0123")
        #expect(environment.presentMethod == "legacy")
        let notifier = environment.makeSystemdNotifier()
        #expect(notifier.isEnabled)
        #expect(notifier.watchdogMicroseconds == 10_000_000)
    }

    @Test("Without variables, systemd is disabled and there are no folders")
    func noVariables() {
        let environment = KioskEnvironment { _ in nil }
        #expect(!environment.makeSystemdNotifier().isEnabled)
        #expect(environment.watchdogMicroseconds == nil)
        #expect(environment.journalStream == nil)
        #expect(environment.runtimeFolders.requests == nil)
        #expect(environment.runtimeFolders.status == nil)
        #expect(environment.stateFolder == nil)
        #expect(environment.permittedRequests == nil)
        #expect(environment.bootID == nil)
        #expect(environment.presentMethod == nil)
    }

    @Test("The watchdog interval of another process is ignored")
    func inheritedWatchdog() {
        let variables = ["WATCHDOG_USEC": "10000000", "WATCHDOG_PID": "\(getppid())"]
        #expect(KioskEnvironment { variables[$0] }.watchdogMicroseconds == nil)
    }

    @Test("TOUCHTRACKER_KMS selects the ioctls of a connected display; other values are ignored")
    func presentMethods() {
        func method(_ value: String?) -> PresentMethod? {
            let environment = KioskEnvironment { $0 == "TOUCHTRACKER_KMS" ? value : nil }
            let options = KioskOptions().selectingPresentMethod(from: environment)
            guard case .display(let criteria) = options.output else { return nil }
            return criteria.presentMethod
        }
        #expect(method(nil) == .atomic)
        #expect(method("atomic") == .atomic)
        #expect(method("legacy") == .legacyFlip)
        #expect(method("dirty") == .dirty)
        #expect(method("Legacy") == .atomic)
        #expect(method("") == .atomic)
    }
}
