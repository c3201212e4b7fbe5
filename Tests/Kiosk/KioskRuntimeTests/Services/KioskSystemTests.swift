import Foundation
import KioskRuntime
import KioskServices
import Testing
import TouchKitGeometry
import TouchTrackerTestSupport

@Suite("Kiosk's machine", .serialized)
@MainActor
struct KioskSystemTests {
    private let folder: TemporaryFolder
    private let logged = LoggedLines()

    init() throws {
        folder = try TemporaryFolder()
    }

    private func system(_ permitted: String, hasConsole: Bool = true) -> KioskSystem {
        KioskSystem(
            folder: folder.path, permitted: permitted, reachesConsole: { hasConsole },
            clock: { Timestamp(microseconds: 5) }, log: logged.log)
    }

    @Test(
        "It offers what the unit permits and the board has, in the order of the cases.",
        arguments: [
            ("", true, []), ("power-off, restart", true, [.restart, .powerOff]),
            ("console restart", true, [.restart, .console]),
            ("console,restart", false, [.restart]),
        ] as [(String, Bool, [SystemRequest])])
    func offers(permitted: String, hasConsole: Bool, offers: [SystemRequest]) {
        #expect(system(permitted, hasConsole: hasConsole).offers == offers)
        #expect(logged.all == [])
    }

    @Test("Where nobody looks for requests nothing is offered, and asking says why.")
    func noFolder() {
        let system = KioskSystem(folder: nil, permitted: "restart")
        #expect(system.offers == [])
        #expect(system.ask(for: .restart)?.contains("TOUCHTRACKER_MAY") == true)
        #expect(system.nextDeadline == nil)
    }

    @Test("A word that permits nothing known costs a line of the log.")
    func unknownWord() {
        #expect(system("reboot,restart").offers == [.restart])
        #expect(logged.all.count == 1)
        #expect(logged.all.first?.contains("reboot") == true)
    }

    @Test("Asking leaves the file that the unit watches for, and nothing else.")
    func asking() throws {
        for request in SystemRequest.allCases {
            let system = system("restart,power-off,console")
            #expect(system.ask(for: request) == nil)
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(names == [request.fileName])
            try FileManager.default.removeItem(atPath: "\(folder.path)/\(request.fileName)")
        }
    }

    @Test("What isn't permitted, or isn't there, is refused and leaves no file.")
    func refusing() throws {
        #expect(system("restart").ask(for: .powerOff)?.contains("power-off") == true)
        #expect(system("console", hasConsole: false).ask(for: .console) != nil)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
        try FileManager.default.removeItem(atPath: folder.path)
        #expect(system("restart").ask(for: .restart)?.contains(folder.path) == true)
    }

    @Test(
        "A request that nobody takes within ten seconds is taken back, with the unit's name in the log."
    )
    func unanswered() {
        let system = system("restart,console")
        var failures: [String] = []
        system.onFailure = { failures.append($0) }
        #expect(system.nextDeadline == nil)
        #expect(system.ask(for: .restart) == nil)
        let due = Timestamp(microseconds: 10_000_005)
        #expect(system.nextDeadline == due)
        system.timePassed(now: Timestamp(microseconds: due.microseconds - 1))
        #expect(folder.holds("restart"))
        #expect(failures == [])
        system.timePassed(now: due)
        #expect(!folder.holds("restart"))
        #expect(system.nextDeadline == nil)
        #expect(logged.all.last?.contains("touchtracker-restart.path") == true)
        #expect(failures == logged.all.suffix(1))
    }

    @Test("One that was taken without anything happening names the unit that should have done it.")
    func takenInVain() throws {
        let system = system("power-off,console")
        #expect(system.ask(for: .powerOff) == nil)
        try FileManager.default.removeItem(atPath: "\(folder.path)/power-off")
        #expect(system.ask(for: .console) == nil)
        try FileManager.default.removeItem(atPath: "\(folder.path)/console")
        system.timePassed(now: Timestamp(microseconds: 20_000_000))
        #expect(logged.all.count == 4)
        #expect(logged.all.dropLast().last?.contains("touchtracker-power-off.service") == true)
        #expect(logged.all.last?.contains("touchtracker-console.service") == true)
        #expect(system.nextDeadline == nil)
    }

    @Test("A console that was taken and is shown is no failure; one that nobody took is.")
    func consoleShown() throws {
        let system = system("console")
        var failures: [String] = []
        system.onFailure = { failures.append($0) }
        #expect(system.ask(for: .console) == nil)
        try FileManager.default.removeItem(atPath: "\(folder.path)/console")
        system.terminalLeft()
        system.timePassed(now: Timestamp(microseconds: 20_000_000))
        #expect(failures == [])
        #expect(system.ask(for: .console) == nil)
        system.terminalLeft()
        system.timePassed(now: Timestamp(microseconds: 20_000_000))
        #expect(failures.count == 1)
        #expect(failures.first?.contains("touchtracker-console.path") == true)
        #expect(!folder.holds("console"))
    }
}
