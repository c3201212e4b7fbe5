import Glibc
import KioskSystem
import KioskYAML
import LabRecordings
import TouchKitContacts

/// An archive of field-test reports in a folder. Each test has one subfolder that contains the
/// report in two formats and the recording.
///
/// The names of the subfolders contain numbers instead of dates, because boards may have no
/// real-time clock, for example `0007-raspberry-pi-4-goodix`.
package struct FieldTestArchive {
    /// The maximum number of reports in the archive. Older reports are removed.
    package static let maximumReportCount = 20
    /// The maximum length of the board's name and of the touchscreen's name in a folder name, in
    /// characters.
    private static let maximumNameLength = 40
    /// The prefix of the name of the temporary folder in which a report is written. The process ID
    /// follows the prefix.
    private static let part = ".part-"
    private static let files = ["report.json", "report.html", "recording.yaml"]

    /// The path of the archive's folder.
    package let folder: String

    /// Creates an archive in `folder`, which is created with the first report.
    package init(folder: String) {
        self.folder = folder
    }

    /// Adds a report with the bytes of its recording, like `add(_:writeRecording:)`.
    package func add(
        _ document: FieldTestDocument, recording: [UInt8]
    ) throws(LinuxError) -> String {
        try add(document) { file throws(LinuxError) in try file.write(recording) }
    }

    /// Adds a report atomically and removes the oldest reports beyond `maximumReportCount`.
    ///
    /// - Parameters:
    ///   - document: The report.
    ///   - writeRecording: A closure that writes the recording.
    /// - Returns: The path of the report's folder.
    /// - Throws: `LinuxError` with the path that cannot be written.
    package func add(
        _ document: FieldTestDocument, writeRecording: (NewFile) throws(LinuxError) -> Void
    ) throws(LinuxError) -> String {
        let part = try makeTemporaryFolder()
        let board = Self.safe(document.subject.conditions.machine ?? "")
        let device = Self.safe(document.subject.description.name)
        let name = [board.isEmpty ? "board" : board, device.isEmpty ? "panel" : device]
            .joined(separator: "-")
        do throws(LinuxError) {
            let json = Array((document.json.text + "\n").utf8)
            try FileContents.replace("\(part)/\(Self.files[0])", with: json)
            try FileContents.replace("\(part)/\(Self.files[1])", with: Array(document.html.utf8))
            try FileContents.replace("\(part)/\(Self.files[2])") { file throws(LinuxError) in
                try writeRecording(file)
                return true
            }
            let path = try publish(part, name)
            prune()
            return path
        } catch {
            Self.remove(part)
            throw error
        }
    }

    /// Checks that reports can be added, and creates the archive's folder if it does not exist, so
    /// that an error is reported before a test that takes minutes.
    ///
    /// - Throws: `LinuxError` with the path that cannot be written.
    package func verifyWritable() throws(LinuxError) {
        rmdir(try makeTemporaryFolder())
    }

    /// Creates the archive's folder if it does not exist, removes the temporary folders that ended
    /// processes have left behind, and creates one for this process.
    ///
    /// - Returns: The path of the temporary folder.
    private func makeTemporaryFolder() throws(LinuxError) -> String {
        try make(folder, mayExist: true)
        for leftover in leftovers(prefix: Self.part) { Self.remove(leftover) }
        let part = "\(folder)/\(Self.part)\(getpid())"
        try make(part, mayExist: false)
        return part
    }

    /// Renames the temporary folder `part` of a complete report to a numbered name, and returns the
    /// new path.
    private func publish(_ part: String, _ name: String) throws(LinuxError) -> String {
        let digits = "\((numbers.last?.number ?? 0) + 1)"
        let zeros = String(repeating: "0", count: max(0, 4 - digits.utf8.count))
        let path = "\(folder)/\(zeros)\(digits)-\(name)"
        try performSystemCall("rename", path: path) { rename(part, path) }
        try FolderDescriptor(folder).synchronize()
        return path
    }

    /// The numbers and folder names of the existing reports, sorted by number.
    private var numbers: [(number: Int, name: String)] {
        FileSystem.names(in: folder).compactMap { name -> (number: Int, name: String)? in
            let digits = name.prefix { ("0"..."9").contains($0) }
            guard digits.utf8.count >= 4, digits.utf8.count < 10,
                name.dropFirst(digits.count).first == "-", let number = Int(digits)
            else { return nil }
            return (number, name)
        }.sorted { ($0.number, $0.name) < ($1.number, $1.name) }
    }

    /// Returns the paths of the temporary files in the archive's folder that ended processes and
    /// this process have created. Their names consist of `prefix`, a process ID, possibly a hyphen
    /// and a number, and `suffix`.
    package func leftovers(prefix: String, suffix: String = "") -> [String] {
        FileSystem.names(in: folder).compactMap { name in
            guard name.hasPrefix(prefix), name.hasSuffix(suffix),
                let process = pid_t(
                    name.dropFirst(prefix.count).dropLast(suffix.count).prefix { $0 != "-" }),
                process > 0
            else { return nil }
            let hasEnded = kill(process, 0) != 0 && Errno.last == Errno(rawValue: ESRCH)
            return hasEnded || process == getpid() ? "\(folder)/\(name)" : nil
        }
    }

    private func prune() {
        for old in numbers.dropLast(Self.maximumReportCount) {
            Self.remove("\(folder)/\(old.name)")
        }
    }

    /// Removes a report's files and its folder. The folder remains if it contains other files.
    private static func remove(_ path: String) {
        for name in FileSystem.names(in: path) where files.contains(where: { name.hasPrefix($0) }) {
            unlink("\(path)/\(name)")
        }
        rmdir(path)
    }

    private func make(_ path: String, mayExist: Bool) throws(LinuxError) {
        if mayExist, FileSystem.isFolder(path) { return }
        try performSystemCall("mkdir", path: path) { mkdir(path, 0o777) }
    }

    /// Returns `name` reduced to lowercase ASCII letters, digits and hyphens, with at most
    /// `maximumNameLength` characters.
    static func safe(_ name: String) -> String {
        var result = ""
        for scalar in name.unicodeScalars {
            switch scalar {
            case "a"..."z", "0"..."9": result.unicodeScalars.append(scalar)
            case "A"..."Z": result += scalar.properties.lowercaseMapping
            default: if !result.isEmpty, !result.hasSuffix("-") { result += "-" }
            }
        }
        result = String(result.prefix(maximumNameLength))
        while result.hasSuffix("-") { result.removeLast() }
        return result
    }
}
