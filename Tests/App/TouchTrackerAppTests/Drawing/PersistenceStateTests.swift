import Testing
import TouchTrackerApp
import TouchTrackerStore

/// The transitions of the app's view of the store, state by state and event by event.
@Suite("PersistenceState")
@MainActor
struct PersistenceStateTests {
    typealias Strokes = PersistenceState.Strokes
    private static let error = StoreError(.full, path: "file")

    /// The states of the strokes, each with the steps that lead to it.
    private static let states: [(Strokes, (inout PersistenceState) -> Void)] = [
        (.reading(), { _ in }),
        (.reading(skippedIDs: [3]), { $0.recordSkippedStrokes([3]) }),
        (.reading(hasUnreadable: true), { $0.record(.unreadable(4...9, error)) }),
        (.read(isComplete: true), { $0.record(.allRead) }),
        (
            .read(isComplete: false),
            {
                $0.recordSkippedStrokes([3])
                $0.record(.allRead)
            }
        ),
        (.replaced, { $0.record(.recreated(error, nil)) }),
    ]

    /// The events: a skipped stroke, unreadable strokes, the end of reading, an empty database, and
    /// an edit that stores the complete drawing.
    private static let events: [(inout PersistenceState) -> Void] = [
        { $0.recordSkippedStrokes([7]) }, { $0.record(.unreadable(4...9, error)) },
        { $0.record(.allRead) }, { $0.record(.recreated(error, nil)) },
        { $0.recordSubmittedEdit(isComplete: true) },
    ]

    /// The state of the strokes after each event. `nil` stands for an event that does not occur in
    /// the state.
    private static let table: [[Strokes?]] = [
        [
            .reading(skippedIDs: [7]), .reading(hasUnreadable: true), .read(isComplete: true),
            .replaced, nil,
        ],
        [
            .reading(skippedIDs: [3, 7]), .reading(skippedIDs: [3], hasUnreadable: true),
            .read(isComplete: false), .replaced, nil,
        ],
        [
            .reading(skippedIDs: [7], hasUnreadable: true), .reading(hasUnreadable: true),
            .read(isComplete: false), .replaced, nil,
        ],
        [.read(isComplete: false), nil, .read(isComplete: true), .replaced, nil],
        [.read(isComplete: false), nil, .read(isComplete: false), .replaced, nil],
        [.replaced, .replaced, .replaced, .replaced, .read(isComplete: true)],
    ]

    @Test("Each event leads to the expected state of the strokes.")
    func strokes() {
        #expect(Self.table.count == Self.states.count)
        for (row, (strokes, prepare)) in zip(Self.table, Self.states) {
            #expect(row.count == Self.events.count)
            for (expected, event) in zip(row, Self.events) {
                var state = PersistenceState()
                prepare(&state)
                #expect(state.strokes == strokes)
                guard let expected else { continue }
                event(&state)
                #expect(state.strokes == expected, "from \(strokes)")
            }
        }
    }

    @Test("The end of reading returns the skipped strokes once.")
    func skippedStrokes() {
        var state = PersistenceState()
        state.recordSkippedStrokes([3])
        state.recordSkippedStrokes([])
        state.recordSkippedStrokes([5, 8])
        #expect(state.record(.allRead) == [3, 5, 8])
        #expect(state.record(.allRead) == [])
    }

    @Test("The state of saving is the failure, or else the number of edits that wait.")
    func saving() {
        var state = PersistenceState()
        #expect(state.saving == .saved)
        state.recordSubmittedEdit()
        state.recordSubmittedEdit()
        #expect(state.saving == .saving(edits: 2))
        state.record(.failed(Self.error))
        #expect(state.saving == .failing(Self.error))
        state.record(.saved(edits: 1, generation: 1))
        #expect(state.saving == .failing(Self.error) && state.durableEditCount == 1)
        state.record(.recovered)
        #expect(state.saving == .saving(edits: 1))
        state.record(.saved(edits: 1, generation: 2))
        #expect(state.saving == .saved && state.submittedEditCount == 2)
        // The strokes on the screen are not in the database that has replaced the drawing.
        state.record(.recreated(Self.error, nil))
        #expect(state.saving == .saving(edits: 1))
        state.recordSubmittedEdit(isComplete: true)
        #expect(state.saving == .saving(edits: 1))
        state.record(.saved(edits: 1, generation: 1))
        #expect(state.saving == .saved)
    }
}
