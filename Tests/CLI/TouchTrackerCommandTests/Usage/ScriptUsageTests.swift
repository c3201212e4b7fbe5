import Foundation
import Testing
import TouchTrackerTestSupport

/// Tests the help of the scripts, and their messages for wrong command lines against
/// `Goldens/script-errors.txt`, which `UPDATE_GOLDENS=1` writes.
@Suite("Script usage errors")
struct ScriptUsageTests {
    /// Wrong arguments of each script.
    private static let uses: KeyValuePairs<String, [[String]]> = [
        "run": [
            ["--wrong"], ["--wrong=1"], ["extra"], ["--scale"], ["--scale", "--overlay"],
            ["--scale="], ["--scene", "drew"], ["--scene=drew", "--overlay"], ["--overlay=on"],
            ["--scale", "2", "--demo"], ["--scene", "draw", "--wrong"], ["-x"],
            ["--example"], ["--example", "wrong"], ["--example", "cards", "--scale", "2"],
        ],
        "bench": [
            [], ["--wrong"], ["wrong"], ["touchkit", "--wrong"], ["raster", "--wrong"],
            ["raster", "--target"], ["raster", "--target", "arm"], ["moving-finger", "--wrong"],
            ["first-frame", "--wrong"], ["first-frame", "--check", "--wrong"],
            ["first-frame", "--rounds"], ["first-frame", "--rounds", "0"],
            ["first-frame", "--restoring", "--check"], ["start", "--wrong"], ["boot", "--wrong"],
            ["boot", "--rounds"], ["boot", "--rounds", "many"], ["boot", "--app", "/nowhere"],
            ["frame-cost", "--wrong"], ["frame-cost", "wrong"], ["frame-cost", ""],
            ["frame-cost", "circle", "more"], ["scenes", "--wrong"], ["scenes", "--seconds"],
            ["durable", "--wrong"], ["durable", "out", "more"],
        ],
        "docs-images": [
            ["--wrong"], ["/nowhere"], [""], ["/bin/true", "more"], ["--screens", "more"],
        ],
        "image": [
            [], ["--wrong"], ["--target"], ["--target", "pi-6"], ["--target", "pi-dsi"],
            ["--target", "pi-hdmi", "--app"], ["--target", "pi-hdmi", "--app", "/nowhere"],
        ],
        "ios-projects": [
            ["--wrong"], ["--from"], ["--from", "/nowhere"], ["--fetched", "more"],
        ],
        "package": [
            [], ["--wrong"], ["--arch"], ["--arch", "riscv64"], ["--arch", ""], ["--lint"],
            ["--lint", "/nowhere.deb"], ["--arch", "amd64", "--product", "app"],
            ["--arch", "amd64", "--app"], ["--arch", "amd64", "--app", "/nowhere"],
            ["--arch", "amd64", "--app", "/nowhere", "--twice"],
        ],
        "port-from-ios": [
            [], ["--wrong"], ["--name"], ["--name", "App"], ["--output", ""], ["/nowhere"],
            ["docs", "--touchtracker"], ["docs", "--wrong"],
        ],
        "profile": [
            [], ["--wrong"], ["wrong"], ["circle", "more"], ["circle", "--rate"],
            ["circle", "--rate", "fast"], ["circle", "--perf", "--worst"],
        ],
        "release": [["--wrong"], ["more"], ["--kernel-source"], ["--kernel-source", "http://a"]],
        "setup": [["--wrong"], ["more"], ["--arm64", "--cross"], [""]],
        "test": [["--wrong"], ["more"], ["--quick", "--all"], [""]],
        "virtual-board": [
            [], ["--wrong"], ["wrong"], ["build"], ["build", "--wrong"], ["build", "--app"],
            ["build", "--app", "/nowhere"], ["build", "--arch", "riscv64"],
            ["build", "--package", "/nowhere.deb"], ["start"], ["start", "--wrong"],
            ["start", "--image"], ["start", "--image", "/nowhere"],
            ["start", "--image", "/tmp", "--display", "crt"], ["start", "--display-size", "big"],
            ["start", "--machine", "raspi3b", "--disk", "/bin/true"],
            ["run"], ["stop"], ["stop", "/nowhere"], ["touch"], ["screenshot"], ["shell"],
        ],
    ]

    @Test("The table has wrong arguments of each script")
    func scripts() throws {
        let folder = Repository.root.appendingPathComponent("scripts").path
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter {
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(atPath: "\(folder)/\($0)", isDirectory: &isFolder)
                && !isFolder.boolValue
        }
        #expect(names.sorted() == Self.uses.map { $0.key }.sorted())
    }

    @Test("Each script prints its usage with --help", arguments: Self.uses.map { $0.key })
    func help(script: String) throws {
        let path = Repository.root.appendingPathComponent("scripts/\(script)").path
        for option in ["--help", "-h"] {
            let program = try Program.run([option], executable: path)
            #expect(program.status == 0)
            #expect(program.output.hasPrefix("usage: "))
            #expect(program.output.contains(script) && program.errors.isEmpty)
        }
    }

    @Test("Each script reports wrong arguments in one line, before it builds or installs anything")
    func table() throws {
        let tools = try BuildTools()
        var text = ""
        for (script, uses) in Self.uses {
            let path = Repository.root.appendingPathComponent("scripts/\(script)").path
            for arguments in uses {
                let program = try Program.run(
                    arguments, environment: ["PATH": tools.path], executable: path)
                let words = ([script] + arguments.map { $0.isEmpty ? "\"\"" : $0 })
                    .joined(separator: " ")
                #expect([64, 66].contains(program.status), "\(words)")
                #expect(program.output.isEmpty, "\(words)")
                #expect(program.errors.split(separator: "\n").count == 1, "\(words)")
                text += "scripts/\(words)\n    \(program.status) \(program.errors)"
            }
        }
        #expect(tools.calls == "")
        try expectText(text, matches: "script-errors.txt")
    }

    /// Programs with the names of the tools that build and install. Each records its call and
    /// fails.
    private struct BuildTools {
        private static let names = [
            "swift", "apt", "apt-get", "sudo", "mmdebstrap", "unshare", "valgrind",
            "qemu-system-x86_64", "qemu-system-aarch64",
        ]
        private let folder = TemporaryFolder(named: "script tests")

        init() throws {
            for name in Self.names {
                let file = try folder.write(
                    "#!/bin/sh\necho \"\(name) $*\" >>'\(folder.path)/calls'\nexit 99\n", to: name)
                try FileManager.default.setAttributes(
                    [.posixPermissions: 0o755], ofItemAtPath: file)
            }
        }

        /// The value of `PATH` with which scripts find these programs first.
        var path: String {
            folder.path + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")
        }

        /// The calls so far, one per line.
        var calls: String { (try? folder.text("calls")) ?? "" }
    }
}
