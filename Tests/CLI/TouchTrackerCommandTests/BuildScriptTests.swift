import Foundation
import Testing
import TouchTrackerTestSupport

/// Tests the scripts that build programs, packages and boards, with stand-ins for the programs that
/// they call.
@Suite("Build scripts")
struct BuildScriptTests {
    private let standIns = StandIns()

    /// Returns the path of a script of this repository.
    private static func path(_ script: String) -> String {
        Repository.root.appendingPathComponent("scripts/\(script)").path
    }

    /// Runs a script with the stand-ins in `PATH`.
    ///
    /// - Parameters:
    ///   - script: The path of the script, relative to `scripts`.
    ///   - arguments: The command line.
    ///   - folder: The current folder of the script.
    ///   - environment: Variables in addition to those of the tests.
    private func run(
        _ script: String, _ arguments: [String], in folder: String = "/",
        environment: [String: String] = [:]
    ) throws -> Program {
        try Program.run(
            ["-c", #"cd "$0" && exec "$@""#, folder, Self.path(script)] + arguments,
            environment: ["PATH": standIns.path].merging(environment) { $1 },
            executable: "/bin/sh")
    }

    @Test("Systems are built with Debian's keys, which Ubuntu's apt does not trust by itself")
    func sourceLine() throws {
        let program = try run(
            "board/debian-source", ["trixie", "main"],
            environment: ["DEBIAN_MIRROR": "http://mirror/debian"])
        let keyring = "/usr/share/keyrings/debian-archive-keyring.gpg"
        let isInstalled = FileManager.default.fileExists(atPath: keyring)
        let option = isInstalled ? "[signed-by=\(keyring)] " : ""
        #expect(program.output == "deb \(option)http://mirror/debian trixie main\n")
        for script in [
            "board/make-base", "board/make-debian", "board/make-vkms", "cross/make-toolchain",
            "cross/counter",
        ] {
            let text = try String(contentsOfFile: Self.path(script), encoding: .utf8)
            #expect(text.contains("/debian-source\" "), "\(script)")
        }
    }

    @Test(
        "Programs for boards are linked without unwind tables only by linkers that can do so",
        arguments: [
            ("6.0.3", false), ("6.2.10", false), ("6.3", true), ("6.3.1", true), ("6.10", true),
            ("7.0-dev", true),
        ])
    func unwindTables(version: String, areOmitted: Bool) throws {
        try standIns.add(
            "swift",
            """
            case $* in
                --version) echo 'Swift version \(version) (swift-\(version)-RELEASE)' ;;
                *--show-bin-path) echo /builds ;;
            esac
            """)
        try standIns.add("clang++", "echo /dev/null")
        let builds = "\(standIns.folder.path)/builds"
        let program = try run("board/build-program", ["--builds", builds, "touchtracker"])
        #expect(program.status == 0 && program.output == "/builds/touchtracker\n")
        #expect(standIns.calls.contains("--product touchtracker"))
        #expect(standIns.calls.contains("program.ld") == areOmitted)
        #expect(standIns.calls.contains("function-order.txt"))
    }

    @Test("An emulator that is too old for arm64 boards is replaced by a newer one")
    func emulatorVersions() throws {
        try addPackageTools(emulatorVersion: "1:8.2.2", candidate: "1:10.0.2")
        #expect(try run("setup", []).status == 0)
        #expect(!standIns.calls.contains("apt-get"))
        #expect(try run("setup", ["--arm64"]).status == 0)
        #expect(
            standIns.calls.contains(" install -y --no-install-recommends qemu-system-arm\n"))
    }

    @Test("Paths in the arguments of scripts are relative to the current folder")
    func relativePaths() throws {
        let folder = standIns.folder.path
        try standIns.add("swift", "echo /builds")
        try standIns.add("clang++", "echo /dev/null")
        let program = try run(
            "board/build-program", ["--package", "App", "--builds", "builds", "app"], in: folder)
        #expect(program.status == 0)
        #expect(standIns.calls.contains(" --package-path \(folder)/App "))
        #expect(standIns.calls.contains(" --scratch-path \(folder)/builds "))

        let built = try addBuildEnvironment(app: "App", in: standIns.folder)
        let build = try run(
            "cross/build", ["--app", "App", "cards-app"], in: folder,
            environment: ["XDG_CACHE_HOME": folder])
        #expect(build.status == 0 && build.output == "\(built)\n")

        try standIns.add("painter", "exit 0")
        #expect(try run("docs-images", ["painter"], in: folder).status == 0)
        #expect(standIns.calls.contains("painter replay docs/images/drawing.yml "))
        for (script, arguments, message) in [
            (
                "package", ["--arch", "arm64", "--app", "App"],
                "package: \(folder)/App: no Swift package; name the folder of its Package.swift\n"
            ),
            ("package", ["--lint", "a.deb"], "package: \(folder)/a.deb: no such file\n"),
            (
                "bench", ["boot", "--app", "painter", "--probe", "probe"],
                "bench: '\(folder)/probe' is not a program; see scripts/bench --help\n"
            ),
        ] {
            #expect(try run(script, arguments, in: folder).errors == message)
        }
    }

    @Test("The progress of a build leaves no process behind that keeps the script's output open")
    func followedBuild() throws {
        // Ends the function, which runs until it is killed, with the first pause.
        try standIns.add(
            "sleep",
            """
            files=$(readlink /proc/$$/fd/1 /proc/$$/fd/2)
            echo "$files" >>'\(standIns.folder.path)/calls'
            exit 1
            """)
        let program = try Program.run(
            ["-c", #"source "$0"; follow_build log"#, Self.path("cross/progress.bash")],
            environment: ["PATH": standIns.path], executable: "/bin/bash")
        #expect(program.status == 0)
        #expect(standIns.calls == "sleep 20\n/dev/null\n/dev/null\n")
    }

    /// Whether this machine runs Debian 12, whose QEMU is too old.
    private static let hasBackports =
        (try? String(contentsOfFile: "/etc/os-release", encoding: .utf8))?
        .contains("VERSION_CODENAME=bookworm") ?? false

    @Test(
        "A source that apt cannot read is removed again",
        .enabled(if: hasBackports, "only Debian 12 needs another source"))
    func unreadableBackports() throws {
        try addPackageTools(emulatorVersion: "1:7.2", candidate: "1:7.2")
        let added = "\(standIns.folder.path)/added"
        try standIns.add("tee", "cat >'\(added)'")
        try standIns.add("rm", "exit 0")
        try standIns.add("apt-get", "case $* in *update) [ ! -e '\(added)' ] ;; esac")
        let program = try run(
            "setup", [], environment: ["DEBIAN_MIRROR": "http://mirror/debian"])
        #expect(program.status == 69)
        #expect(try standIns.folder.text("added").contains("Suites: bookworm-backports\n"))
        let source = "/etc/apt/sources.list.d/touchtracker-backports.sources"
        #expect(standIns.calls.hasSuffix("rm -f \(source)\n"))
    }

    /// Adds stand-ins of the programs with which `scripts/setup` reads and installs packages.
    ///
    /// - Parameters:
    ///   - emulatorVersion: The installed version of each emulator. All other packages are
    ///     installed too.
    ///   - candidate: The version of each emulator that apt can install.
    private func addPackageTools(emulatorVersion: String, candidate: String) throws {
        try standIns.add("swift", "exit 99")
        try standIns.add(
            "dpkg-query",
            """
            format=$3
            shift 3
            for package; do
                case $format in
                    *Version*) echo 'installed \(emulatorVersion)' ;;
                    *) echo "installed $package" ;;
                esac
            done
            """)
        try standIns.add("apt-cache", "echo '  Candidate: \(candidate)'")
        try standIns.add("apt-get", "exit 0")
        try standIns.addSudo()
    }

    @Test("A board in a window requires QEMU's module for windows")
    func window() throws {
        try standIns.add("qemu-system-x86_64", "printf '%s\\n' none dbus")
        let image = TemporaryFolder()
        try image.write("", to: "disk.img")
        let program = try run("virtual-board", ["boot", "--image", image.path, "--window"])
        #expect(program.status == 69)
        #expect(
            program.errors == """
                virtual-board: --window: qemu-system-x86_64 has no display gtk; \
                install qemu-system-gui, or use --vnc

                """)
        #expect(standIns.calls == "qemu-system-x86_64 -display help\n")
    }

    @Test("A process that has ended is not running, although its parent has not waited for it")
    func zombie() throws {
        var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("true"), nil]
        defer { free(arguments[0]) }
        var environment: [UnsafeMutablePointer<CChar>?] = [nil]
        var pid: pid_t = 0
        let failure = posix_spawnp(&pid, "true", nil, nil, &arguments, &environment)
        try #require(failure == 0)
        defer { waitpid(pid, nil, 0) }
        // Returns when the process is a zombie, and leaves it one.
        var information = siginfo_t()
        waitid(P_PID, id_t(pid), &information, WEXITED | WNOWAIT)
        let program = try Program.run(
            [
                "-c", #"source "$0"; is_running $$ && ! is_running "$1""#,
                Self.path("board/processes.bash"), "\(pid)",
            ], executable: "/bin/bash")
        #expect(program.status == 0 && program.errors.isEmpty)
        let release = try String(contentsOfFile: Self.path("release"), encoding: .utf8)
        #expect(release.contains(" is_running ") && !release.contains("-d /proc/"))
    }

    @Test("An app and the packages that it names are built in folders with spaces")
    func appInFolderWithSpaces() throws {
        let folder = TemporaryFolder(named: "folder with spaces")
        let program = try addBuildEnvironment(app: "My App", in: folder)
        try folder.makeFolder("A Package")
        let package = "\(folder.path)/A Package"
        try standIns.add("swift", "printf '%s\\n' '    Path:' '        \(package)' Platforms:")
        let build = try run(
            "cross/build", ["--app", "\(folder.path)/My App", "cards-app"],
            environment: ["XDG_CACHE_HOME": folder.path])
        #expect(build.status == 0 && build.output == "\(program)\n")
        for mounted in [package, "\(folder.path)/My App"] {
            #expect(standIns.calls.contains(" \(mounted)=\(mounted) "))
        }
    }

    /// Adds stand-ins of the programs that run a command in the build environment for boards, and
    /// the program that such a command would build.
    ///
    /// - Parameters:
    ///   - app: The name of the app's folder.
    ///   - folder: The folder of the app, also the folder for caches.
    /// - Returns: The path of the app's program, `cards-app`.
    private func addBuildEnvironment(app: String, in folder: TemporaryFolder) throws -> String {
        try standIns.add("unshare", "exit 0")
        try standIns.addSudo()
        let recipe = Self.path("cross/make-toolchain")
        let version = try runTool(["sh", "-c", "sha256sum <'\(recipe)' | cut -c 1-16"])
        try folder.makeFolder("touchtracker/cross-\(version)")
        let program = try folder.write(
            "", to: "\(app)/.build-arm64/aarch64-unknown-linux-gnu/release/cards-app")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
        return program
    }

    @Test("A plain Debian is built in a folder with spaces")
    func debianInFolderWithSpaces() throws {
        let folder = TemporaryFolder(named: "folder with spaces")
        try standIns.add("mmdebstrap", "exit 1")
        let program = try run(
            "board/make-debian", ["amd64", folder.path],
            environment: ["DEBIAN_MIRROR": "http://mirror/debian"])
        #expect(program.status == 69)
        let hook = #"--customize-hook=sh "\#(folder.path)/add-packages" "$1" '"#
        #expect(standIns.calls.contains(hook))
    }

    /// Programs that replace those of the same names in `PATH`.
    private struct StandIns {
        let folder = TemporaryFolder(named: "build script tests")

        /// The value of `PATH` with which scripts find these programs first.
        var path: String {
            folder.path + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")
        }

        /// The calls so far with their arguments, one per line.
        var calls: String { (try? folder.text("calls")) ?? "" }

        /// Adds a program that records its call and then executes a shell script.
        func add(_ name: String, _ script: String) throws {
            let file = try folder.write(
                "#!/bin/sh\necho \"\(name) $*\" >>'\(folder.path)/calls'\n\(script)\n", to: name)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file)
        }

        /// Adds a `sudo` that executes its command without other rights.
        func addSudo() throws {
            try add("sudo", #"case $1 in --*) shift ;; esac; exec "$@""#)
        }
    }
}
