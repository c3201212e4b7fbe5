import Glibc
import KioskRuntime
import KioskSystem

/// Files of one folder that appear together when all of them are complete.
///
/// The files are written to a hidden folder beside their places, and moved at the end. If a process
/// was killed meanwhile, the next one removes its hidden folder.
struct StagedFiles {
    private static let prefix = ".touchtracker-files-"

    private let paths: [String]
    private let folder: String
    private let stagingFolder: String

    /// Creates the hidden folder.
    ///
    /// - Parameter paths: The paths of the files, at least one, all in the same folder.
    /// - Throws: `Failure` if one of the files cannot be created or replaced there.
    init(_ paths: [String]) throws(Failure) {
        self.paths = paths
        folder = FileSystem.split(paths[0]).folder
        stagingFolder = "\(folder)/\(Self.prefix)\(getpid())"
        for path in paths { try OutputFile.check(path, followsLink: false) }
        Self.removeAbandonedFolders(in: folder)
        let path = stagingFolder
        do throws(LinuxError) {
            try performSystemCall("mkdir", path: path) { mkdir(path, 0o700) }
        } catch {
            throw OutputFile.failure(paths[0], error)
        }
    }

    /// Returns the path at which the file with an index is written.
    func stagedPath(at index: Int) -> String { "\(stagingFolder)/\(index)" }

    /// Moves all files to their places, and removes the hidden folder.
    ///
    /// - Throws: `Failure` if a file cannot be moved. The files before it are in their places.
    func publish() throws(Failure) {
        for (index, path) in paths.enumerated() {
            let staged = stagedPath(at: index)
            do throws(LinuxError) {
                try performSystemCall("rename", path: path) { rename(staged, path) }
            } catch {
                throw OutputFile.failure(path, error)
            }
        }
        rmdir(stagingFolder)
        do throws(LinuxError) {
            try FolderDescriptor(folder).synchronize()
        } catch {
            throw OutputFile.failure(folder, error)
        }
    }

    /// Removes the files that were not moved, and the hidden folder.
    func discard() { Self.remove(stagingFolder) }

    private static func remove(_ stagingFolder: String) {
        for name in FileSystem.names(in: stagingFolder) { unlink("\(stagingFolder)/\(name)") }
        rmdir(stagingFolder)
    }

    /// Removes the hidden folders of processes that were killed.
    private static func removeAbandonedFolders(in folder: String) {
        for name in FileSystem.names(in: folder) where name.hasPrefix(prefix) {
            guard let process = pid_t(name.dropFirst(prefix.count)), process > 0,
                process == getpid() || kill(process, 0) != 0 && errno == ESRCH
            else { continue }
            remove("\(folder)/\(name)")
        }
    }
}
