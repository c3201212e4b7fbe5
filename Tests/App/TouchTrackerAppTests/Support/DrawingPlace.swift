import Glibc
import KioskSystem
import Synchronization
import Testing
import TouchTrackerApp
import TouchTrackerStore

/// A folder of its own for a drawing, gone with the value.
final class DrawingPlace: Sendable {
    let path: String

    init() {
        let random = UInt64.random(in: 0...UInt64.max)
        // In memory where there is such a folder: nobody waits for a disk.
        let folder = Folder.isFolder("/dev/shm") ? "/dev/shm" : "/tmp"
        path = "\(folder)/drawing-saver-tests-\(String(random, radix: 36))"
        mkdir(path, 0o700)
    }

    deinit {
        removeFiles()
        rmdir(path)
    }

    /// Takes all files away.
    func removeFiles() {
        for name in Folder.names(in: path) { unlink("\(path)/\(name)") }
    }

    /// The drawing's file.
    var file: String { "\(path)/\(DrawingStore.fileName)" }

    /// A saver that has nothing to complain of, as long as the folder is there: one that outlives it
    /// has lost its file.
    @MainActor
    func saver() throws -> DrawingSaver {
        try DrawingSaver(folder: path) { [weak self] in
            if self != nil { Issue.record("\($0)") }
        }
    }

    /// What is stored.
    func saved() throws -> SavedDrawing {
        try SavedDrawing(DrawingStore(folder: path, access: .readOnly))
    }

    /// The bytes of a file.
    func bytes(_ name: String = DrawingStore.fileName) throws -> [UInt8] {
        let file = try #require(fopen("\(path)/\(name)", "re"))
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 65_536)
        while case let count = fread(&part, 1, part.count, file), count > 0 {
            bytes += part[..<count]
        }
        return bytes
    }

    /// Puts bytes in the place of a file.
    func write(_ bytes: [UInt8], _ name: String = DrawingStore.fileName) throws {
        try WholeFile.replace("\(path)/\(name)", with: bytes)
    }
}

/// What somebody says, on whatever thread.
final class SaidLines: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    func add(_ line: String) { lines.withLock { $0.append(line) } }
}

extension DrawingSaver {
    /// Puts what was stored into a drawing that nobody shows, and waits until it is there.
    func followWhole(_ drawing: Drawing) {
        follow(drawing)
        waitUntilRestored()
    }
}
