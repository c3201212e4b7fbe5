import Foundation
import Testing
import TouchTrackerTestSupport

/// The script that handles the files on the boot partition, which users write with any computer.
/// The boot partitions are damaged.
@Suite("Boot files script")
struct BootFilesScriptTests {
    /// The number of boot partitions with random damages.
    private static let count =
        ProcessInfo.processInfo.environment["TOUCHTRACKER_CAMPAIGNS"] == nil ? 15 : 500
    private static let script = Repository.root.appendingPathComponent(
        "board/package/rootfs/usr/libexec/touchtracker/obey-boot-files")
    private static let configurationNames = [
        "touchtracker.yaml", "touchtracker.yml", "touchtracker.yaml.txt", "touchtracker.yml.txt",
    ]
    private static let requestNames = ["reset-lock", "orient", "field-test"]

    /// A folder with a boot partition, a state folder, a runtime folder, and replacements of the
    /// commands that need a board.
    private struct Place {
        let folder = TemporaryFolder()
        var boot: String { "\(folder.path)/boot" }
        var state: String { "\(folder.path)/state" }
        var copy: String { "\(state)/touchtracker.yaml" }

        init() throws {
            for name in ["boot", "state", "run", "bin"] {
                try FileManager.default.createDirectory(
                    atPath: "\(folder.path)/\(name)", withIntermediateDirectories: false)
            }
            try command("sync", "exit 0")
            try command("systemctl", "echo restart >>'\(folder.path)/restarts'")
            // Runs the command as this user, with requests in another runtime folder.
            try command(
                "setpriv",
                """
                while :; do
                    case $1 in
                        --reuid | --regid) shift 2 ;;
                        --*) shift ;;
                        *) break ;;
                    esac
                done
                [ "$1" != touch ] || set -- touch "\(folder.path)/run/${2##*/}"
                exec "$@"
                """)
        }

        private func command(_ name: String, _ text: String) throws {
            let path = "\(folder.path)/bin/\(name)"
            try "#!/bin/sh\n\(text)\n".write(toFile: path, atomically: false, encoding: .utf8)
            chmod(path, 0o755)
        }

        /// Runs the script, and returns the number of restarts that it requested.
        func run() throws -> (program: Program, restarts: Int) {
            let log = "\(folder.path)/restarts"
            unlink(log)
            let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
            // systemd starts services with SIGPIPE ignored.
            let program = try Program.run(
                [
                    "-c", #"trap '' PIPE; exec /bin/sh "$@""#, "sh",
                    BootFilesScriptTests.script.path, boot, state,
                ],
                environment: ["PATH": "\(folder.path)/bin:\(path)"], executable: "/bin/sh")
            let text = FileManager.default.contents(atPath: log) ?? Data()
            return (program, text.filter { $0 == 10 }.count)
        }

        func isRegularFile(_ path: String) -> Bool {
            var information = stat()
            return stat(path, &information) == 0 && information.st_mode & S_IFMT == S_IFREG
        }
    }

    /// Creates a damaged file, or none.
    private func damage(_ path: String, _ random: inout SeededRandom) throws {
        let sizes = [0, 1, 40, 4_096, 65_535, 65_536, 65_537, 65_538, 300_000]
        switch random.next(below: 8) {
        case 0, 1: break
        case 2: mkdir(path, 0o755)
        case 3:
            mkdir(path, 0o755)
            mkdir("\(path)/inside", 0o755)
        case 4: symlink("/nonexistent", path)
        case 5: symlink(path, path)
        default:
            let isText = random.next(below: 2) == 0
            let bytes = (0..<sizes[random.next(below: sizes.count)]).map { _ in
                isText ? UInt8(ascii: "a") : UInt8(truncatingIfNeeded: random.next())
            }
            try Data(bytes).write(to: URL(fileURLWithPath: path))
        }
    }

    @Test("Damaged boot partitions lead to one restart at most, and their files are handled once")
    func damaged() throws {
        var random = SeededRandom(seed: 22)
        var statuses: [Int32: Int] = [:]
        for number in 0..<Self.count {
            let place = try Place()
            for name in Self.configurationNames + Self.requestNames {
                try damage("\(place.boot)/\(name)", &random)
            }
            for name in Self.requestNames { try damage("\(place.boot)/\(name).txt", &random) }
            // A folder that is not empty cannot be replaced.
            for name in Self.requestNames where random.next(below: 4) == 0 {
                try damage("\(place.boot)/\(name).done", &random)
            }
            try damage(place.copy, &random)
            let (program, restarts) = try place.run()
            statuses[program.status, default: 0] += 1
            #expect([0, 69, 74].contains(program.status), "\(number): \(program.errors)")
            #expect(restarts <= 1)
            for line in program.errors.split(separator: "\n") {
                #expect(line.hasPrefix("boot partition: "), "\(number): \(line)")
            }
            if program.status == 0 { try expectHandled(place, restarts, "\(number)") }
        }
        print("\(Self.count) boot partitions, by exit code: \(statuses)")
        #expect((statuses[0] ?? 0) > Self.count / 4)
    }

    /// Checks that the configuration was copied, that all requests were renamed and passed to the
    /// kiosk, and that a second run does nothing.
    private func expectHandled(_ place: Place, _ restarts: Int, _ name: Comment) throws {
        let source = Self.configurationNames.map { "\(place.boot)/\($0)" }
            .first(where: place.isRegularFile)
        if let source {
            let whole = try Data(contentsOf: URL(fileURLWithPath: source))
            #expect(FileManager.default.contents(atPath: place.copy) == whole.prefix(65_537), name)
        } else {
            #expect(!place.isRegularFile(place.copy), name)
        }
        for request in Self.requestNames {
            #expect(!place.isRegularFile("\(place.boot)/\(request)"), name)
            #expect(!place.isRegularFile("\(place.boot)/\(request).txt"), name)
        }
        #expect(!place.isRegularFile("\(place.copy).part"), name)
        #expect(try place.run().restarts == 0, name)
    }
}
