import Glibc
import Store
import Synchronization
import TestSupport
import Testing

/// Edits go to the disk on another thread, in order, and none is lost.
@Suite("Store writer")
struct StoreWriterTests {
    let folder: TestFolder
    let heard = Heard()

    init() throws {
        folder = try TestFolder()
    }

    private func writer() throws -> StoreWriter {
        let heard = heard
        return try StoreWriter(store: try DrawingStore(folder: folder.path, access: .readWrite)) {
            heard.add($0)
        }
    }

    @Test("What was handed over is stored in its order once the writer has finished.")
    func finished() throws {
        let writer = try writer()
        var edits = ScriptedEdits(seed: 4)
        for _ in 0..<300 { writer.store(edits.next()) }
        #expect(writer.finish() == 0)
        #expect(try folder.load() == edits.drawing)
        #expect(heard.saved == 300)
        #expect(heard.generation == 300)
        #expect(heard.failures.isEmpty)
    }

    @Test("A writer that is dropped has finished.")
    func dropped() throws {
        var edits = ScriptedEdits(seed: 5)
        do {
            let writer = try writer()
            for _ in 0..<20 { writer.store(edits.next()) }
        }
        #expect(try folder.load() == edits.drawing)
    }

    @Test("An edit is stored without a further one, or the end, to push it.")
    func alone() throws {
        let writer = try writer()
        writer.store([.put([sampleStroke(1)])])
        heard.wait { $0.saved == 1 }
        #expect(try folder.load().strokes.count == 1)
        #expect(writer.finish() == 0)
    }

    @Test(
        "While the disk is busy edits are taken; why they aren't stored is said once, and then they are."
    )
    func failing() throws {
        let writer = try writer()
        let other = try Database(path: folder.file, access: .readWrite)
        try other.run("BEGIN IMMEDIATE")
        var edits = ScriptedEdits(seed: 6)
        writer.store(edits.next())
        heard.wait { !$0.failures.isEmpty }
        writer.store(edits.next())
        #expect(heard.saved == 0)
        try other.run("ROLLBACK")
        writer.store(edits.next())
        #expect(writer.finish() == 0)
        #expect(try folder.load() == edits.drawing)
        #expect(heard.failures == [StoreError(.busy, path: folder.file)])
        #expect(heard.saved == 3)
    }

    @Test("What can't be stored to the end is counted.")
    func lost() throws {
        let writer = try writer()
        let other = try Database(path: folder.file, access: .readWrite)
        try other.run("BEGIN IMMEDIATE")
        for id in 1...3 { writer.store([.put([sampleStroke(Int64(id))])]) }
        #expect(writer.finish() == 3)
        #expect(writer.finish() == 3)
        #expect(heard.failures == [StoreError(.busy, path: folder.file)])
        #expect(heard.saved == 0)
    }
}

/// What a writer reported.
final class Heard: Sendable {
    struct State {
        var saved = 0
        var generation: Int64 = 0
        var failures: [StoreError] = []
    }

    private let state = Mutex(State())

    var saved: Int { state.withLock { $0.saved } }
    var generation: Int64 { state.withLock { $0.generation } }
    var failures: [StoreError] { state.withLock { $0.failures } }

    func add(_ event: StoreWriter.Event) {
        state.withLock { state in
            switch event {
            case .saved(let edits, let generation):
                state.saved += edits
                state.generation = generation
            case .failed(let error):
                state.failures.append(error)
            }
        }
    }

    /// Waits until what was heard is as expected. A test that waits in vain is ended by its harness.
    func wait(until isReached: (State) -> Bool) {
        while !state.withLock({ isReached($0) }) { sched_yield() }
    }
}
