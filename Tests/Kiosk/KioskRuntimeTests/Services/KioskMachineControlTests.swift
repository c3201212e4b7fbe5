import Foundation
import KioskRuntime
import KioskServices
import Testing
import TouchKitGeometry
import TouchTrackerTestSupport

@Suite("KioskMachineControl", .serialized)
@MainActor
struct KioskMachineControlTests {
    private let folder = TemporaryFolder()
    private let logged = SharedList<String>()

    private func makeControl(_ permitted: String, hasConsole: Bool = true) -> KioskMachineControl {
        KioskMachineControl(
            folder: folder.path, permitted: permitted, hasLoginConsole: { hasConsole },
            clock: { Timestamp(microseconds: 5) }, log: logged.log)
    }

    @Test(
        "The available requests are those that the unit permits and the board supports",
        arguments: [
            ("", true, []), ("power-off, restart", true, [.restart, .powerOff]),
            ("console restart", true, [.restart, .console]),
            ("console,restart", false, [.restart]),
        ] as [(String, Bool, [SystemRequest])])
    func offers(permitted: String, hasConsole: Bool, offers: [SystemRequest]) {
        #expect(makeControl(permitted, hasConsole: hasConsole).availableRequests == offers)
        #expect(logged.all == [])
    }

    @Test("Without a watcher for requests, none are available and sending returns an error")
    func noFolder() {
        let machine = KioskMachineControl(folder: nil, permitted: "restart")
        #expect(machine.availableRequests == [])
        #expect(machine.send(.restart)?.contains("TOUCHTRACKER_MAY") == true)
        #expect(machine.nextDeadline == nil)
    }

    @Test("An unknown permission is logged")
    func unknownWord() {
        #expect(makeControl("reboot,restart").availableRequests == [.restart])
        #expect(logged.all.count == 1)
        #expect(logged.all.first?.contains("reboot") == true)
    }

    @Test("A request creates only its request file")
    func asking() throws {
        for request in SystemRequest.allCases {
            let machine = makeControl("restart,power-off,console")
            #expect(machine.send(request) == nil)
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(names == [request.fileName])
            try FileManager.default.removeItem(atPath: "\(folder.path)/\(request.fileName)")
        }
    }

    @Test("A request that is not permitted or not available is refused and creates no file")
    func refusing() throws {
        #expect(makeControl("restart").send(.powerOff)?.contains("power-off") == true)
        #expect(makeControl("console", hasConsole: false).send(.console) != nil)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
        try FileManager.default.removeItem(atPath: folder.path)
        #expect(makeControl("restart").send(.restart)?.contains(folder.path) == true)
    }

    @Test(
        "A request not consumed within ten seconds is withdrawn, and the log names the unit"
    )
    func unanswered() {
        let machine = makeControl("restart,console")
        var failures: [String] = []
        machine.onFailure = { failures.append($0) }
        #expect(machine.nextDeadline == nil)
        #expect(machine.send(.restart) == nil)
        let due = Timestamp(microseconds: 10_000_005)
        #expect(machine.nextDeadline == due)
        machine.checkDeadlines(now: Timestamp(microseconds: due.microseconds - 1))
        #expect(folder.contains("restart"))
        #expect(failures == [])
        machine.checkDeadlines(now: due)
        #expect(!folder.contains("restart"))
        #expect(machine.nextDeadline == nil)
        #expect(logged.all.last?.contains("touchtracker-restart.path") == true)
        #expect(failures == logged.all.suffix(1))
    }

    @Test("A consumed request without an effect logs the unit that should have acted")
    func takenInVain() throws {
        let machine = makeControl("power-off,console")
        #expect(machine.send(.powerOff) == nil)
        try FileManager.default.removeItem(atPath: "\(folder.path)/power-off")
        #expect(machine.send(.console) == nil)
        try FileManager.default.removeItem(atPath: "\(folder.path)/console")
        machine.checkDeadlines(now: Timestamp(microseconds: 20_000_000))
        #expect(logged.all.count == 4)
        #expect(logged.all.dropLast().last?.contains("touchtracker-power-off.service") == true)
        #expect(logged.all.last?.contains("touchtracker-console.service") == true)
        #expect(machine.nextDeadline == nil)
    }

    @Test("A consumed console request is no failure; one that is not consumed is")
    func consoleShown() throws {
        let machine = makeControl("console")
        var failures: [String] = []
        machine.onFailure = { failures.append($0) }
        #expect(machine.send(.console) == nil)
        try FileManager.default.removeItem(atPath: "\(folder.path)/console")
        machine.recordVTRelease()
        machine.checkDeadlines(now: Timestamp(microseconds: 20_000_000))
        #expect(failures == [])
        #expect(machine.send(.console) == nil)
        machine.recordVTRelease()
        machine.checkDeadlines(now: Timestamp(microseconds: 20_000_000))
        #expect(failures.count == 1)
        #expect(failures.first?.contains("touchtracker-console.path") == true)
        #expect(!folder.contains("console"))
    }
}
