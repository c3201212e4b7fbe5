import Glibc

/// The files of sysfs, procfs and /etc below a root folder: those of the machine, or those of a
/// test's folder.
package struct SystemFiles: Hashable, Sendable {
    /// The maximum size of an attribute in sysfs, in bytes.
    private static let attributeSize = 4_096

    /// The files of the machine.
    package static let machine = SystemFiles()

    /// The path that precedes all absolute paths, without a final slash. Empty for the machine.
    package let root: String

    /// Creates a reader.
    ///
    /// - Parameter root: The folder that takes the place of `/`, or an empty string for `/`.
    package init(root: String = "") {
        self.root = root
    }

    /// Returns a file's text, or `nil` if the file is empty or cannot be read.
    ///
    /// - Parameters:
    ///   - path: The absolute path on the machine.
    ///   - maximumSize: The number of bytes after which the text is cut.
    package func text(_ path: String, maximumSize: Int = 65_536) -> String? {
        do throws(LinuxError) {
            let file = try OwnedDescriptor.open(regularFile: root + path, flags: O_RDONLY)
            let bytes = try FileContents.readBytes(
                of: file.number, count: maximumSize, path: path)
            return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
        } catch {
            return nil
        }
    }

    /// Returns a file's lines without line breaks, or an empty array if the file cannot be read.
    package func lines(_ path: String) -> [String] {
        (text(path) ?? "").split(separator: "\n").map(String.init)
    }

    /// Returns the first line of a file up to the first NUL byte, or `nil` if the line is empty or
    /// the file cannot be read.
    package func line(_ path: String) -> String? {
        text(path, maximumSize: Self.attributeSize)?.prefix { $0 != "\n" && $0 != "\0" }
            .nonEmptyText
    }

    /// Returns the first line of a file as a decimal number, or `nil` if the line is no number.
    package func integer(_ path: String) -> Int? {
        line(path).flatMap { line in
            let digits = line.drop { $0 == " " }
            return Int(digits.prefix { $0 != " " })
        }
    }

    /// Writes a line to an existing attribute in a single call, as sysfs requires.
    ///
    /// The corresponding C function is `write(2)`.
    ///
    /// - Throws: `LinuxError` with the path on the machine.
    package func write(_ line: String, to path: String) throws(LinuxError) {
        do throws(LinuxError) {
            let file = try OwnedDescriptor(opening: root + path, flags: O_WRONLY | O_TRUNC)
            let bytes = Array((line + "\n").utf8)
            let descriptor = file.number
            try performSystemCall("write", path: path) {
                Int32(truncatingIfNeeded: Glibc.write(descriptor, bytes, bytes.count))
            }
        } catch {
            throw LinuxError(operation: error.operation, code: error.code, path: path)
        }
    }

    /// Returns whether a path exists.
    package func exists(_ path: String) -> Bool { access(root + path, F_OK) == 0 }

    /// Returns the sorted names of the entries of a folder. Numbers sort by value, so that `event2`
    /// precedes `event10`.
    package func names(in folder: String) -> [String] {
        FileSystem.names(in: root + folder).sorted {
            ($0.count, $0) < ($1.count, $1)
        }
    }

    /// Returns the folder of the USB device to which a device in sysfs belongs, or `nil` if the
    /// device is not on USB.
    ///
    /// - Parameter device: The absolute path of a device, which may contain symbolic links.
    package func usbDevice(of device: String) -> String? {
        guard let resolved = FileSystem.resolve(root + device) else { return nil }
        let base = root.isEmpty ? "" : FileSystem.resolve(root) ?? root
        guard resolved.hasPrefix(base) else { return nil }
        var folder = String(resolved.dropFirst(base.count))
        while let slash = folder.lastIndex(of: "/") {
            if exists("\(folder)/idVendor") { return folder }
            folder = String(folder[..<slash])
        }
        return nil
    }

    /// Returns the name of the target of a symbolic link, for example the driver's name for
    /// `device/driver`, or `nil` if `path` is no link.
    package func linkedName(_ path: String) -> String? {
        var buffer = [CChar](repeating: 0, count: 4_096)
        let length = readlink(root + path, &buffer, buffer.count)
        guard length > 0 else { return nil }
        let target = String(
            decoding: buffer[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return target.split(separator: "/").last.map(String.init)
    }
}

extension Substring {
    /// The text as a string, or `nil` if the text is empty.
    fileprivate var nonEmptyText: String? { isEmpty ? nil : String(self) }
}
