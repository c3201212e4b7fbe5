import Glibc
import KioskSystem
import TouchKitContacts

/// The folder of reports: one folder for each field test, with the report in both forms and the recording.
///
/// Boards have no clock, so reports have numbers: `0007-raspberry-pi-4-goodix`.
package struct FieldTestArchive {
    /// So many of the newest are kept.
    package static let kept = 20
    /// A name's longest part.
    private static let longestName = 40
    /// The name of a report that isn't whole yet, before its process's number.
    private static let part = ".part-"
    private static let files = ["report.json", "report.html", "recording.yaml"]

    /// The folder.
    package let folder: String

    /// Makes an archive; its folder is made with the first report.
    package init(folder: String) {
        self.folder = folder
    }

    /// Leaves a report, whole or not at all, and removes what has become too old.
    ///
    /// - Parameters:
    ///   - document: The report.
    ///   - recording: The file of what was touched, as it is.
    /// - Returns: The report's own folder.
    /// - Throws: `LinuxError` with the path that can't be written.
    package func add(
        _ document: FieldTestDocument, recording: [UInt8]
    ) throws(LinuxError) -> String {
        try make(folder, mayExist: true)
        let board = Self.safe(document.subject.board ?? "")
        let device = Self.safe(document.subject.description.name)
        let name = [board.isEmpty ? "board" : board, device.isEmpty ? "panel" : device]
            .joined(separator: "-")
        removeParts()
        let part = "\(folder)/\(Self.part)\(getpid())"
        try make(part, mayExist: false)
        do throws(LinuxError) {
            let json = Array((document.json.text + "\n").utf8)
            try WholeFile.replace("\(part)/\(Self.files[0])", with: json)
            try WholeFile.replace("\(part)/\(Self.files[1])", with: Array(document.html.utf8))
            try WholeFile.replace("\(part)/\(Self.files[2])", with: recording)
            let path = try place(part, name)
            prune()
            return path
        } catch {
            Self.remove(part)
            throw error
        }
    }

    /// Gives a whole report its number.
    private func place(_ part: String, _ name: String) throws(LinuxError) -> String {
        let digits = "\((numbers.last?.number ?? 0) + 1)"
        let zeros = String(repeating: "0", count: max(0, 4 - digits.utf8.count))
        let path = "\(folder)/\(zeros)\(digits)-\(name)"
        try checked("rename", path: path) { rename(part, path) }
        do throws(LinuxError) {
            try Folder.synchronize(folder)
        } catch  where error.code == Errno(rawValue: EINVAL) {
            // A file system that can't do that for folders.
        }
        return path
    }

    /// The reports that are there, by their numbers.
    private var numbers: [(number: Int, name: String)] {
        Folder.names(in: folder).compactMap { name -> (number: Int, name: String)? in
            let digits = name.prefix { ("0"..."9").contains($0) }
            guard digits.utf8.count >= 4, digits.utf8.count < 10,
                name.dropFirst(digits.count).first == "-", let number = Int(digits)
            else { return nil }
            return (number, name)
        }.sorted { ($0.number, $0.name) < ($1.number, $1.name) }
    }

    /// Removes what was begun by processes that don't live any more, and by this one.
    private func removeParts() {
        for name in Folder.names(in: folder) where name.hasPrefix(Self.part) {
            guard let process = pid_t(name.dropFirst(Self.part.count)), process > 0 else {
                continue
            }
            let isGone = kill(process, 0) != 0 && Errno.last == Errno(rawValue: ESRCH)
            if isGone || process == getpid() { Self.remove("\(folder)/\(name)") }
        }
    }

    private func prune() {
        for old in numbers.dropLast(Self.kept) { Self.remove("\(folder)/\(old.name)") }
    }

    /// Removes a report. What else somebody has put into its folder stays, and the folder with it.
    private static func remove(_ path: String) {
        for name in Folder.names(in: path) where files.contains(where: { name.hasPrefix($0) }) {
            unlink("\(path)/\(name)")
        }
        rmdir(path)
    }

    private func make(_ path: String, mayExist: Bool) throws(LinuxError) {
        if mayExist, Folder.isFolder(path) { return }
        try checked("mkdir", path: path) { mkdir(path, 0o777) }
    }

    /// A name as it can stand in a file's name on any file system, without letters that have to be quoted.
    static func safe(_ name: String) -> String {
        var result = ""
        for scalar in name.unicodeScalars {
            switch scalar {
            case "a"..."z", "0"..."9": result.unicodeScalars.append(scalar)
            case "A"..."Z": result += scalar.properties.lowercaseMapping
            default: if !result.isEmpty, !result.hasSuffix("-") { result += "-" }
            }
        }
        result = String(result.prefix(longestName))
        while result.hasSuffix("-") { result.removeLast() }
        return result
    }
}
