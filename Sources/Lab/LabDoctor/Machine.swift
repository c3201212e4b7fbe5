import Glibc
import KioskSystem

/// The values that the checks of a machine require: its files, and the few values that no file
/// contains.
package struct Machine: Sendable {
    /// The files of the machine.
    package let files: SystemFiles
    /// The lines of the kernel log, or an empty array if the log cannot be read.
    package let kernelLog: [String]
    /// The free space of the state folder's file system in bytes, or `nil` if unknown.
    package let freeBytes: Int?
    /// The current time in seconds since 1970.
    package let secondsSince1970: Int
    /// The time at which the program was installed, in seconds since 1970, or 0 if unknown.
    package let installationTime: Int

    /// The folder of the drawing, as the unit configures it.
    package static let stateFolder = "/var/lib/touchtracker"

    /// Creates a description from given values, for tests.
    package init(
        files: SystemFiles, kernelLog: [String] = [], freeBytes: Int? = nil,
        secondsSince1970: Int = 0, installationTime: Int = 0
    ) {
        self.files = files
        self.kernelLog = kernelLog
        self.freeBytes = freeBytes
        self.secondsSince1970 = secondsSince1970
        self.installationTime = installationTime
    }

    /// Reads this machine. Root can read everything; other users cannot read the kernel log, and
    /// see only their own processes.
    package init() {
        self.init(
            files: SystemFiles(), kernelLog: KernelLog.lines(),
            freeBytes: Self.freeBytes(of: Self.stateFolder), secondsSince1970: time(nil),
            installationTime: Self.modificationTime(of: "/usr/bin/touchtracker"))
    }

    /// The corresponding C function is `statvfs(3)`.
    private static func freeBytes(of folder: String) -> Int? {
        var information = statvfs()
        guard statvfs(folder, &information) == 0 else { return nil }
        return Int(information.f_bavail) * Int(information.f_frsize)
    }

    /// The corresponding C function is `stat(2)`.
    private static func modificationTime(of path: String) -> Int {
        var information = stat()
        return stat(path, &information) == 0 ? information.st_mtim.tv_sec : 0
    }
}
