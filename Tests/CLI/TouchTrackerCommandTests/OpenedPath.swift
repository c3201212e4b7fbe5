import Foundation
import Testing
import TouchTrackerTestSupport

/// A path that the program opens, with the message for a file that it refuses there.
struct OpenedPath: CustomTestStringConvertible, Sendable {
    /// The purpose of a file, which determines whether links are followed.
    enum Role {
        /// A file of the kiosk: links are refused.
        case own
        /// A file that the user names and the program reads: links are followed.
        case input
        /// A file that the user names and the program writes: links to regular files are followed.
        case output
    }

    /// The file's name in the test's folder.
    let name: String
    let role: Role
    /// The command line; `FOLDER` stands for the test's folder.
    let arguments: [String]
    let environment: [String: String]
    let status: Int32
    /// The expected line; `FILE` stands for the path, `CAUSE` for the cause and `REMEDY` for
    /// YAML's remedy.
    let line: String

    var testDescription: String { "\(arguments.first ?? "") \(name)" }

    init(
        _ name: String, _ role: Role, _ arguments: [String], environment: [String: String] = [:],
        status: Int32 = 0, _ line: String
    ) {
        self.name = name
        self.role = role
        self.arguments = arguments
        self.environment = environment
        self.status = status
        self.line = line
    }

    /// Returns the expected line for a file that is refused because of `cause`.
    func message(_ cause: String, in folder: String, _ kind: IrregularFile) -> String {
        let remedy =
            switch cause {
            case "No such file or directory": "check the path"
            case "Is a directory": "use a file, not a folder"
            default: "replace it with a regular file"
            }
        var line = line
        // A configuration file has other messages.
        if line.hasPrefix("CONFIGURATION") {
            line =
                kind == .brokenLink && role == .input
                ? "FILE: cannot read: CAUSE; specify an existing file"
                : "FILE: is not a regular file; replace it with a regular file"
        }
        return line.replacingOccurrences(of: "FILE", with: "\(folder)/\(name)")
            .replacingOccurrences(of: "FOLDER", with: folder)
            .replacingOccurrences(of: "CAUSE", with: cause)
            .replacingOccurrences(of: "REMEDY", with: remedy)
    }

    // MARK: Paths

    /// The command line of a kiosk without a display.
    static let kiosk = ["run", "--no-input", "--display", "headless:80x60"]

    /// The files in the state folder.
    static let stateFiles: [OpenedPath] =
        [
            "drawing.sqlite", "drawing.sqlite-wal", "drawing.sqlite-shm", "drawing.sqlite-journal",
            "touchtracker.lock",
        ].map { name in
            OpenedPath(
                name, .own, kiosk + ["--state", "FOLDER"],
                "the drawing is not saved: FILE: cannot open: CAUSE; move it away")
        } + [
            OpenedPath(
                "drawing.picture", .own, kiosk + ["--state", "FOLDER"],
                "drawing picture: cannot save: rename FILE: CAUSE; starts are slower without it; "
                    + "check the permissions of the folder and the free space"),
            OpenedPath(
                "panel.yaml", .own, kiosk + ["--state", "FOLDER"],
                "FILE: cannot read: CAUSE; REMEDY; the saved screen setting is ignored"),
            OpenedPath(
                "touch-calibration.yaml", .own, kiosk + ["--state", "FOLDER"],
                "FILE: cannot read: CAUSE; REMEDY; stored calibrations are ignored"),
        ]

    /// The files in the runtime directory.
    static let runtimeFiles: [OpenedPath] = [
        OpenedPath(
            "starts", .own, kiosk + ["--state", "FOLDER/sparks"],
            environment: ["RUNTIME_DIRECTORY": "FOLDER"],
            "status socket: cannot start: rename FILE: CAUSE; the service user must own FOLDER, "
                + "and no other kiosk may use it"),
        OpenedPath(
            "status", .own, kiosk + ["--state", "FOLDER/sparks"],
            environment: ["RUNTIME_DIRECTORY": "FOLDER"],
            "status socket: cannot start: bind FILE: Address already in use; the service user "
                + "must own FOLDER, and no other kiosk may use it"),
    ]

    /// The files that the program reads before it starts or in place of starting.
    static let inputs: [OpenedPath] =
        [
            ["replay", "FOLDER/input", "--trace"],
            ["field-test", "--from", "FOLDER/input"],
            ["field-test", "--from", "FOLDER/recording.yaml", "--limits", "FOLDER/input"],
            ["benchmark", "--check", "FOLDER/input"],
            ["benchmark", "--compare", "FOLDER/input"],
            ["benchmark", "--recording", "FOLDER/input"],
        ].map { OpenedPath("input", .input, $0, status: 66, "FILE: cannot read: CAUSE; REMEDY") }
        + [
            OpenedPath(
                "c.yaml", .input, kiosk + ["--config", "FOLDER/c.yaml"], status: 78,
                "CONFIGURATION"),
            OpenedPath(
                "sparks/1.png", .input,
                kiosk + ["--scene", "sparkles", "--sparks", "FOLDER/sparks"], status: 66,
                "FILE: CAUSE; check the name and the permissions"),
            OpenedPath(
                "drawing.sqlite", .own, ["export", "--state", "FOLDER", "--out", "FOLDER/a.svg"],
                status: 66, "FILE: cannot open: CAUSE; move it away"),
            OpenedPath(
                "lock", .own, ["lock", "status", "--state", "FOLDER"], status: 66,
                "FILE: not a valid pattern file; set the pattern again with "
                    + "'touchtracker lock set'"),
            OpenedPath(
                "touchtracker.yaml", .own, kiosk, environment: ["STATE_DIRECTORY": "FOLDER"],
                status: 78,
                "TT-BOOT/touchtracker.yaml: is not a regular file; replace it with a regular file"),
        ]

    /// The files that the program writes.
    static let outputs: [OpenedPath] = [
        OpenedPath(
            "last.png", .output, ["replay", "FOLDER/recording.yaml", "--out", "FOLDER/last.png"],
            status: 74, "FILE: cannot write: CAUSE; choose another path, or free some space"),
        OpenedPath(
            "a.svg", .output, ["export", "--state", "FOLDER", "--out", "FOLDER/a.svg"], status: 74,
            "FILE: cannot write: CAUSE; choose another path, or free some space"),
        OpenedPath(
            "a.png", .output, ["export", "--state", "FOLDER", "--out", "FOLDER/a.png"], status: 74,
            "FILE: cannot write: CAUSE; choose another path, or free some space"),
        OpenedPath(
            "a.html", .output, ["benchmark", "--out", "FOLDER/a.html"], status: 74,
            "FILE: cannot write: CAUSE; choose another path, or free some space"),
    ]

    /// The devices, sockets and folders that the program opens: no regular file is suitable there.
    static let others: [OpenedPath] = [
        OpenedPath("card", .input, ["run", "--no-input", "--card", "FOLDER/card"], status: 69, ""),
        OpenedPath(
            "node", .input, ["record", "FOLDER/a.yaml", "--device", "FOLDER/node"], status: 69, ""),
        OpenedPath("tty", .input, ["restore-console", "FOLDER/tty"], status: 69, ""),
        OpenedPath(
            "status", .input, ["status"], environment: ["RUNTIME_DIRECTORY": "FOLDER"], status: 69,
            ""),
        OpenedPath(
            "s", .input, kiosk + ["--scene", "sparkles", "--sparks", "FOLDER/s"], status: 66, ""),
        OpenedPath(
            "reports", .output,
            ["field-test", "--from", "FOLDER/recording.yaml", "--report", "FOLDER/reports"],
            status: 74, ""),
        OpenedPath(
            "frames", .output,
            ["replay", "FOLDER/recording.yaml", "--every-frame", "FOLDER/frames"], status: 74, ""),
        OpenedPath(
            "a.yaml", .output, ["record", "FOLDER/a.yaml", "--device", "/dev/null"], status: 69,
            ""),
    ]
}

extension IrregularFile {
    /// Returns the cause for which the program refuses a file, or `nil` if the program accepts it.
    func cause(of role: OpenedPath.Role) -> String? {
        switch (self, role) {
        case (.folder, _): "Is a directory"
        case (.link, .own), (.deviceLink, .own), (.brokenLink, .own), (.brokenLink, .output):
            "symbolic links are not followed"
        case (.link, _): nil
        case (.brokenLink, .input): "No such file or directory"
        default: "not a regular file"
        }
    }
}
