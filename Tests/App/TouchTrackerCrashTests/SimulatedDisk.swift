import TouchTrackerTestSupport

/// A model of a disk that receives the requests of a process, and of the files that are on the disk
/// after a power cut.
///
/// A file's contents are durable after `synchronize`, and the folder's entries after
/// `synchronizeFolder`. At a power cut, later changes are lost, present or partly present.
struct SimulatedDisk {
    /// The part of the changes that were not synchronized and that are on the disk after a power
    /// cut.
    enum PowerCut: CaseIterable {
        /// No change is on the disk.
        case dropped
        /// All changes are on the disk.
        case kept
        /// The changes up to a random one are on the disk. Of that one, a random number of sectors.
        case torn
        /// Each sector has its contents at a random time since the last synchronization.
        case scattered
    }

    private enum Change {
        case write(offset: Int, bytes: ArraySlice<UInt8>)
        case truncate(count: Int)
    }

    private struct File {
        var durable: [UInt8] = []
        var pending: [Change] = []
    }

    private enum EntryChange {
        case add(String, file: Int)
        case remove(String)
        case rename(String, String)
    }

    /// The size of the unit that a disk writes completely or not at all, in bytes.
    private static let sectorSize = 512

    private var files: [File] = []
    /// The index in `files` of each inode in use. File systems reuse the inodes of removed files.
    private var filesByInode: [UInt64: Int] = [:]
    private var durableEntries: [String: Int] = [:]
    private var pendingEntries: [EntryChange] = []

    /// Performs a request of the process.
    mutating func perform(_ request: DiskRequest) {
        switch request {
        case .create(let name, let inode):
            filesByInode[inode] = files.count
            pendingEntries.append(.add(name, file: files.count))
            files.append(File())
        case .write(let inode, let offset, let bytes):
            change(inode) { $0.pending.append(.write(offset: offset, bytes: bytes)) }
        case .truncate(let inode, let count):
            change(inode) { $0.pending.append(.truncate(count: count)) }
        case .synchronize(let inode):
            change(inode) {
                $0.durable = Self.contents(of: $0, applying: $0.pending.count)
                $0.pending = []
            }
        case .synchronizeFolder:
            for change in pendingEntries { Self.apply(change, to: &durableEntries) }
            pendingEntries = []
        case .remove(let name): pendingEntries.append(.remove(name))
        case .rename(let name, let newName): pendingEntries.append(.rename(name, newName))
        case .mark: break
        }
    }

    private mutating func change(_ inode: UInt64, _ body: (inout File) -> Void) {
        guard let index = filesByInode[inode] else {
            preconditionFailure("disk: the file was not created in the folder")
        }
        body(&files[index])
    }

    /// Returns the names and the contents of the files after a power cut.
    func files(after cut: PowerCut, _ random: inout SeededRandom) -> [String: [UInt8]] {
        var entries = durableEntries
        let entryCount =
            switch cut {
            case .dropped: 0
            case .kept: pendingEntries.count
            // File systems write the changes of entries in their order.
            case .torn, .scattered: random.next(below: pendingEntries.count + 1)
            }
        for change in pendingEntries.prefix(entryCount) { Self.apply(change, to: &entries) }
        // In the order of the names, so that a seed always has the same result.
        return entries.sorted { $0.key < $1.key }.reduce(into: [:]) { result, entry in
            result[entry.key] = Self.contents(of: files[entry.value], after: cut, &random)
        }
    }

    private static func apply(_ change: EntryChange, to entries: inout [String: Int]) {
        switch change {
        case .add(let name, let file): entries[name] = file
        case .remove(let name): entries[name] = nil
        case .rename(let name, let newName):
            entries[newName] = entries[name]
            entries[name] = nil
        }
    }

    // MARK: Contents

    private static func contents(
        of file: File, after cut: PowerCut, _ random: inout SeededRandom
    ) -> [UInt8] {
        switch cut {
        case .dropped: return file.durable
        case .kept: return contents(of: file, applying: file.pending.count)
        case .torn:
            let count = random.next(below: file.pending.count + 1)
            var bytes = contents(of: file, applying: count)
            guard count < file.pending.count,
                case .write(let offset, let written) = file.pending[count]
            else { return bytes }
            // The part of the write before a random sector boundary.
            let boundary =
                (offset / sectorSize + random.next(below: written.count / sectorSize + 2))
                * sectorSize
            write(written.prefix(max(boundary - offset, 0)), at: offset, to: &bytes)
            return bytes
        case .scattered: return scatteredContents(of: file, &random)
        }
    }

    /// Returns the contents after the first `count` pending changes.
    private static func contents(of file: File, applying count: Int) -> [UInt8] {
        var bytes = file.durable
        for change in file.pending.prefix(count) {
            switch change {
            case .write(let offset, let written): write(written, at: offset, to: &bytes)
            case .truncate(let count): setCount(count, of: &bytes)
            }
        }
        return bytes
    }

    /// Returns contents in which each sector, and the size, are those after a random number of the
    /// pending changes.
    private static func scatteredContents(of file: File, _ random: inout SeededRandom) -> [UInt8] {
        var counts: [Int: Int] = [:]
        var bytes = file.durable
        var size = bytes.count
        let sizeTime = random.next(below: file.pending.count + 1)
        for (index, change) in file.pending.enumerated() {
            if index == sizeTime { size = bytes.count }
            switch change {
            case .truncate(let count): setCount(count, of: &bytes)
            case .write(let offset, let written):
                setCount(max(bytes.count, offset + written.count), of: &bytes)
                var start = offset
                while start < offset + written.count {
                    let sector = start / sectorSize
                    let end = min((sector + 1) * sectorSize, offset + written.count)
                    let count =
                        counts[sector] ?? random.next(below: file.pending.count + 1)
                    counts[sector] = count
                    if index < count {
                        let first = written.startIndex - offset
                        write(written[(first + start)..<(first + end)], at: start, to: &bytes)
                    }
                    start = end
                }
            }
        }
        if sizeTime < file.pending.count { setCount(size, of: &bytes) }
        return bytes
    }

    private static func write(_ written: ArraySlice<UInt8>, at offset: Int, to bytes: inout [UInt8])
    {
        if written.isEmpty { return }
        setCount(max(bytes.count, offset + written.count), of: &bytes)
        bytes.replaceSubrange(offset..<offset + written.count, with: written)
    }

    /// Truncates `bytes` or appends zeros.
    private static func setCount(_ count: Int, of bytes: inout [UInt8]) {
        if bytes.count > count { bytes.removeLast(bytes.count - count) }
        bytes.append(contentsOf: repeatElement(0, count: count - bytes.count))
    }
}
