import Glibc
import KioskSystem

/// The file of a recording: a part for each device. The first is written in place; the others wait
/// in files without a name beside it and are joined at the end, as their events come mixed.
final class RecordingFile {
    private let path: String
    private let descriptors: [Part]

    private final class Part {
        let owned: OwnedDescriptor
        init(_ owned: consuming OwnedDescriptor) { self.owned = owned }
    }

    /// Makes a new file.
    ///
    /// - Throws: `RecorderError` where it is there already or can't be made.
    init(path: String, parts: Int) throws(RecorderError) {
        self.path = path
        var made: [Part] = []
        do {
            let flags = O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC
            let first = try checked("open", path: path) { open(path, flags, 0o644) }
            made.append(Part(OwnedDescriptor(owning: first)))
            for index in 1..<max(1, parts) {
                let name = "\(path).part\(index + 1)"
                let number = try checked("open", path: name) { open(name, flags, 0o600) }
                made.append(Part(OwnedDescriptor(owning: number)))
                unlink(name)
            }
        } catch {
            if !made.isEmpty { unlink(path) }
            throw .file(path, error.code)
        }
        descriptors = made
    }

    /// Writes all of `text` at the end of a part, and leaves `text` empty.
    func append(_ text: inout [UInt8], toPart part: Int) throws(RecorderError) {
        try write(text[...], toPart: part)
        text.removeAll(keepingCapacity: true)
    }

    /// Joins the parts, and has all of it on the disk when it returns.
    func finish(with end: [UInt8]) throws(RecorderError) {
        var piece = [UInt8](repeating: 0, count: 65_536)
        for part in descriptors.indices.dropFirst() {
            try rewind(part)
            while case let count = try read(part, into: &piece), count > 0 {
                try write(piece[..<count], toPart: 0)
            }
        }
        try write(end[...], toPart: 0)
        let number = descriptors[0].owned.number
        do {
            try checked("fsync", path: path) { fsync(number) }
        } catch {
            throw .file(path, error.code)
        }
    }

    private func rewind(_ part: Int) throws(RecorderError) {
        guard lseek(descriptors[part].owned.number, 0, SEEK_SET) == 0 else {
            throw .file(path, Errno.last)
        }
    }

    private func read(_ part: Int, into piece: inout [UInt8]) throws(RecorderError) -> Int {
        let number = descriptors[part].owned.number
        do {
            return Int(
                try checked("read", path: path) {
                    Int32(clamping: Glibc.read(number, &piece, piece.count))
                })
        } catch {
            throw .file(path, error.code)
        }
    }

    private func write(_ bytes: ArraySlice<UInt8>, toPart part: Int) throws(RecorderError) {
        let number = descriptors[part].owned.number
        var rest = bytes
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(number, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if Errno.last != .interrupted {
                throw .file(path, Errno.last)
            }
        }
    }
}
