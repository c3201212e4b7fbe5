import ArgumentParser
import KioskRuntime
import KioskSystem
import KioskYAML

/// `touchtracker status`: asks the kiosk of this machine how it is.
struct StatusCommand: KioskCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Say how the kiosk that runs on this machine is.")

    @Flag(help: "Write one JSON value.")
    var json = false

    /// Where the unit of a board listens.
    private static let folderOfUnit = "/run/touchtracker-status"
    /// More than a kiosk has to say.
    private static let largestAnswer = 1 << 20
    /// A kiosk that works answers with its next turn.
    private static let patienceMicroseconds: Int64 = 5_000_000

    private static let whoMayAsk =
        "only root and the kiosk's user may ask: sudo touchtracker status"

    @MainActor
    func start() throws(Failure) {
        let folder = RuntimeFolders().status ?? Self.folderOfUnit
        let path = "\(folder)/\(StatusOptions.socketName)"
        let bytes: [UInt8]
        let answer: StatusAnswer
        do {
            bytes = try LocalQuestion.ask(
                path, atMost: Self.largestAnswer,
                timeoutMicroseconds: Self.patienceMicroseconds)
        } catch {
            throw Failure(status: .unavailable, message: Self.message(error))
        }
        if bytes.isEmpty {
            throw Failure(
                status: .unavailable,
                message: "status: \(path): the kiosk hung up; \(Self.whoMayAsk)")
        }
        do {
            answer = try StatusAnswer(bytes)
        } catch {
            throw Failure(status: .unavailable, message: "status: \(path): \(error)")
        }
        if json {
            print(String(decoding: bytes, as: UTF8.self))
        } else {
            print(answer.text, terminator: "")
        }
    }

    /// Why there is no answer, and what to do.
    private static func message(_ error: LinuxError) -> String {
        let remedy =
            switch error.code {
            case .notFound, .connectionRefused:
                "no kiosk runs here as a service; see systemctl status touchtracker"
            case .permissionDenied, .notPermitted:
                whoMayAsk
            case .timedOut:
                "the kiosk doesn't answer; systemd starts one anew that hangs: see journalctl -u touchtracker"
            default:
                "see journalctl -u touchtracker"
            }
        return "status: \(error); \(remedy)"
    }
}
