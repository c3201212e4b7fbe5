import Foundation

/// A request of a process that changes files in a folder, as recorded by `Preload/disk-recorder.c`.
enum DiskRequest {
    /// A file was created. `inode` identifies the file in later requests.
    case create(name: String, inode: UInt64)
    case write(inode: UInt64, offset: Int, bytes: ArraySlice<UInt8>)
    case truncate(inode: UInt64, count: Int)
    /// The contents of a file became durable.
    case synchronize(inode: UInt64)
    /// The entries of the folder became durable.
    case synchronizeFolder
    case remove(name: String)
    case rename(name: String, newName: String)
    /// The process wrote lines to its standard output.
    case mark(String)

    /// Reads all requests that were recorded in a file.
    static func read(_ file: URL) throws -> [DiskRequest] {
        let bytes = [UInt8](try Data(contentsOf: file))
        var requests: [DiskRequest] = []
        var index = 0
        while index < bytes.count {
            // `struct request` in disk-recorder.c.
            let header = bytes[index..<index + 32]
            let nameLength = Int(number(header, at: 4, size: 4))
            let dataLength = Int(number(header, at: 24, size: 8))
            let name = bytes[(index + 32)...].prefix(nameLength)
            let data = bytes[(index + 32 + nameLength)...].prefix(dataLength)
            requests.append(
                try DiskRequest(
                    kind: number(header, at: 0, size: 4),
                    name: String(decoding: name, as: UTF8.self),
                    inode: number(header, at: 8, size: 8),
                    offset: Int(number(header, at: 16, size: 8)), data))
            index += 32 + nameLength + dataLength
        }
        return requests
    }

    private init(
        kind: UInt64, name: String, inode: UInt64, offset: Int, _ data: ArraySlice<UInt8>
    ) throws {
        switch kind {
        case 1: self = .create(name: name, inode: inode)
        case 2: self = .write(inode: inode, offset: offset, bytes: data)
        case 3: self = .truncate(inode: inode, count: offset)
        case 4: self = .synchronize(inode: inode)
        case 5: self = .synchronizeFolder
        case 6: self = .remove(name: name)
        case 7: self = .rename(name: name, newName: String(decoding: data, as: UTF8.self))
        case 8: self = .mark(String(decoding: data, as: UTF8.self))
        default: throw CocoaError(.fileReadCorruptFile)
        }
    }

    /// Returns the little-endian number with `size` bytes at an offset.
    private static func number(_ bytes: ArraySlice<UInt8>, at offset: Int, size: Int) -> UInt64 {
        let start = bytes.startIndex + offset
        return bytes[start..<start + size].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}
