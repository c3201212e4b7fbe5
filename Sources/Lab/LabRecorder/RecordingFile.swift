import Glibc
import KioskSystem

/// The file of a recording, written in one part per device.
///
/// Events of several devices arrive interleaved, but the format stores them device by device. The
/// first device's part is written in place. The other parts are unlinked temporary files in the
/// same folder, and are appended at the end.
final class RecordingFile {
    private let path: String
    private let parts: [Part]

    /// The file descriptor of one part, which is closed on deinitialization.
    private final class Part {
        let owned: OwnedDescriptor
        init(_ owned: consuming OwnedDescriptor) { self.owned = owned }
    }

    /// Creates a new file with `partCount` parts. Only the owner may read the file, because touches
    /// can reveal a secret.
    ///
    /// - Throws: `RecorderError` if the file exists or cannot be created.
    init(path: String, parts partCount: Int) throws(RecorderError) {
        self.path = path
        var newParts: [Part] = []
        var current = path
        do {
            let flags = O_RDWR | O_CREAT | O_EXCL
            newParts.append(
                Part(try OwnedDescriptor.open(regularFile: path, flags: flags, mode: 0o600)))
            for index in 1..<max(1, partCount) {
                current = "\(path).part\(index + 1)"
                newParts.append(
                    Part(try OwnedDescriptor.open(regularFile: current, flags: flags, mode: 0o600)))
                unlink(current)
            }
        } catch {
            if !newParts.isEmpty { unlink(path) }
            throw .file(current, error.code)
        }
        parts = newParts
    }

    /// Appends `text` to the part with an index and removes the bytes from `text`.
    func append(_ text: inout [UInt8], toPart part: Int) throws(RecorderError) {
        try write(text[...], toPart: part)
        text.removeAll(keepingCapacity: true)
    }

    /// Appends all later parts to the first part, then appends `end`, and makes the file durable.
    func finish(with end: [UInt8]) throws(RecorderError) {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        for part in parts.indices.dropFirst() {
            try rewind(part)
            while case let count = try read(part, into: &buffer), count > 0 {
                try write(buffer[..<count], toPart: 0)
            }
        }
        try write(end[...], toPart: 0)
        let descriptor = parts[0].owned.number
        do {
            try performSystemCall("fsync", path: path) { fsync(descriptor) }
        } catch {
            throw .file(path, error.code)
        }
    }

    private func rewind(_ part: Int) throws(RecorderError) {
        guard lseek(parts[part].owned.number, 0, SEEK_SET) == 0 else {
            throw .file(path, Errno.last)
        }
    }

    private func read(_ part: Int, into buffer: inout [UInt8]) throws(RecorderError) -> Int {
        let descriptor = parts[part].owned.number
        do {
            return Int(
                try performSystemCall("read", path: path) {
                    Int32(clamping: Glibc.read(descriptor, &buffer, buffer.count))
                })
        } catch {
            throw .file(path, error.code)
        }
    }

    private func write(_ bytes: ArraySlice<UInt8>, toPart part: Int) throws(RecorderError) {
        let descriptor = parts[part].owned.number
        var remaining = bytes
        while !remaining.isEmpty {
            let count = remaining.withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress, $0.count)
            }
            if count > 0 {
                remaining = remaining.dropFirst(count)
            } else if Errno.last != .interrupted {
                throw .file(path, Errno.last)
            }
        }
    }
}
