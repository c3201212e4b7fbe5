import Testing
import TouchKitGeometry
import TouchTrackerStore
import TouchTrackerTestSupport

/// The transitions of the store's thread, state by state and event by event.
@Suite("StoreState")
struct StoreStateTests {
    typealias Contents = StoreState.Contents
    typealias Reading = StoreState.Reading

    private static let damage = StoreError(.damaged("page 3"), path: "file")
    private static let missing = StoreError(.moved, path: "file")
    private static let broken = StoreError(.failed("disk I/O error"), path: "file")
    private static let head = DrawingHead(generation: 5, nextID: 11, nextLevel: 21)
    private static let maximums = DrawingMaximums(below: head)

    private static func state(
        _ contents: Contents = .drawing(generation: 5), _ reading: Reading = .finished()
    ) -> StoreState {
        StoreState(contents: contents, reading: reading, readEnd: 11, path: "file")
    }

    private static func page(
        _ ids: [Int64], to last: Int64, isLast: Bool = false, unreadable: [Int64] = []
    ) -> StoredPage {
        StoredPage(
            strokes: ids.map { sampleStroke($0) }, unreadable: unreadable, lastID: last,
            isLast: isLast)
    }

    // MARK: Contents

    /// An event that concerns the contents of the drawing's file.
    enum ContentsEvent: CaseIterable {
        case verifiedEmpty, verified, verifiedWithAttempt, savedPart, savedAll, transactionFailed
        case replaced

        /// Applies the event and returns the reported events.
        func apply(to state: inout StoreState) -> [StoreWriter.Event] {
            switch self {
            case .verifiedEmpty: return state.recordVerified(DrawingHead()).events
            case .verified: return state.recordVerified(head).events
            case .verifiedWithAttempt:
                var later = head
                later.generation += 2
                let (events, count) = state.recordVerified(later)
                return events
                    + state.recordSaved(
                        editCount: count, generation: later.generation, isComplete: false)
            case .savedPart:
                return state.recordSaved(editCount: 1, generation: 6, isComplete: false)
            case .savedAll: return state.recordSaved(editCount: 1, generation: 6, isComplete: true)
            case .transactionFailed:
                state.recordFailedTransaction(editCount: 2)
                return []
            case .replaced: return state.recordReplacement(damage, nil)
            }
        }
    }

    /// The contents after each of `ContentsEvent.allCases`, and the reported events. `nil` stands
    /// for an event that the thread does not cause in the state.
    private static let contentsTable: [(Contents, [(Contents, [StoreWriter.Event])?])] = [
        (
            .unknown,
            [
                (.drawing(generation: 0), []),
                (.drawing(generation: 5, origin: .unread(maximums)), []), nil, nil, nil,
                (.unknown, []), (.empty(damage, nil), []),
            ]
        ),
        (
            .drawing(generation: 5),
            [
                nil, (.drawing(generation: 5), []), nil,
                (.drawing(generation: 6), [.saved(edits: 1, generation: 6)]),
                (.drawing(generation: 6), [.saved(edits: 1, generation: 6)]),
                (.drawing(generation: 5, attempted: 2), []), (.empty(damage, nil), []),
            ]
        ),
        (
            .drawing(generation: 5, attempted: 2),
            [
                nil, (.drawing(generation: 5, attempted: 2), []),
                (.drawing(generation: 7), [.saved(edits: 2, generation: 7)]),
                (.drawing(generation: 6), [.saved(edits: 1, generation: 6)]),
                (.drawing(generation: 6), [.saved(edits: 1, generation: 6)]),
                (.drawing(generation: 5, attempted: 2), []), (.empty(damage, nil), []),
            ]
        ),
        (
            .drawing(generation: 5, origin: .unread(maximums)),
            [
                nil, (.drawing(generation: 5, origin: .unread(maximums)), []), nil,
                (
                    .drawing(generation: 6, origin: .unread(maximums)),
                    [.saved(edits: 1, generation: 6)]
                ),
                (
                    .drawing(generation: 6, origin: .unread(maximums)),
                    [.saved(edits: 1, generation: 6)]
                ),
                (.drawing(generation: 5, attempted: 2, origin: .unread(maximums)), []),
                (.empty(damage, nil), []),
            ]
        ),
        (
            .empty(missing, nil),
            [
                (.drawing(generation: 0, origin: .replacement), [.recreated(missing, nil)]), nil,
                nil, nil, nil, (.empty(missing, nil), []),
                (.empty(damage, nil), [.recreated(missing, nil)]),
            ]
        ),
        (
            .drawing(generation: 0, origin: .replacement),
            [
                (.drawing(generation: 0, origin: .replacement), []), nil, nil,
                (
                    .drawing(generation: 6, origin: .replacement),
                    [.saved(edits: 1, generation: 6)]
                ),
                (.drawing(generation: 6), [.saved(edits: 1, generation: 6)]),
                (.drawing(generation: 0, attempted: 2, origin: .replacement), []),
                (.empty(damage, nil), []),
            ]
        ),
    ]

    @Test("Each event changes the expected contents and reports what the app must know.")
    func contents() {
        for (from, row) in Self.contentsTable {
            #expect(row.count == ContentsEvent.allCases.count)
            for (event, expected) in zip(ContentsEvent.allCases, row) {
                guard let (contents, events) = expected else { continue }
                var state = Self.state(from)
                #expect(event.apply(to: &state) == events, "\(from), \(event)")
                #expect(state.contents == contents, "\(from), \(event)")
                #expect(state.reading == .finished())
            }
        }
    }

    @Test("The contents determine what is accepted, quarantined, renumbered and shown.")
    func consequences() {
        let table: [(Contents, accepts: [Int64], Bool, DrawingMaximums, picture: Int64?)] = [
            (.unknown, [0, 4, 5, 7], true, DrawingMaximums(), nil),
            (.drawing(generation: 5), [5], true, DrawingMaximums(), 5),
            (.drawing(generation: 5, attempted: 2), [5, 7], true, DrawingMaximums(), 5),
            (
                .drawing(generation: 5, origin: .unread(Self.maximums)), [5], true, Self.maximums,
                nil
            ),
            (.drawing(generation: 5, origin: .replacement), [5], false, DrawingMaximums(), nil),
            (.empty(Self.missing, nil), [0], false, DrawingMaximums(), nil),
        ]
        for (contents, accepted, canQuarantine, maximums, picture) in table {
            let state = Self.state(contents)
            let heads = [0, 4, 5, 7].map { DrawingHead(generation: $0) }
            #expect(heads.filter(state.accepts).map(\.generation) == accepted, "\(contents)")
            #expect(state.canQuarantine == canQuarantine, "\(contents)")
            #expect(state.unreadMaximums == maximums, "\(contents)")
            #expect(state.pictureGeneration == picture, "\(contents)")
        }
        #expect(
            Self.state(.drawing(generation: 5), .pages(after: 1, memory: 9)).pictureGeneration
                == nil)
        let incomplete = Self.state(.drawing(generation: 5), .finished(hasUnreadable: true))
        #expect(incomplete.pictureGeneration == nil)
    }

    @Test("A quarantine is reported at once, and the replacement when it is verified.")
    func quarantine() throws {
        let folder = TemporaryFolder.forStore()
        try folder.write("noise", to: DrawingStore.fileName)
        let quarantined = try #require(try DrawingStore.open(folder: folder.path).quarantined)
        var state = Self.state()
        #expect(state.recordReplacement(Self.damage, quarantined) == [.quarantined(quarantined)])
        #expect(
            state.recordVerified(DrawingHead()).events == [.recreated(Self.damage, quarantined)])
    }

    @Test("Reading ends before an empty drawing replaces the drawing that is read.")
    func replacedWhileReading() {
        for reading in [
            Reading.pages(after: 3, memory: 9), .search(after: 3, before: 11, Self.broken),
        ] {
            var state = Self.state(.empty(Self.missing, nil), reading)
            #expect(
                state.recordVerified(DrawingHead()).events
                    == [.allRead, .recreated(Self.missing, nil)])
            #expect(state.reading == .finished())
        }
    }

    // MARK: Reading

    @Test("Each page changes the expected reading state and is reported.")
    func reading() {
        let tooLarge = StoreError(.tooLarge, path: "file")
        let search = Reading.search(after: 3, before: 9, Self.broken)
        let found = Reading.search(after: 3, before: 9, unreadable: 2...3, Self.broken)
        let table: [(Reading, StoredPage, Reading, [StoreWriter.Event])] = [
            (
                .pages(after: 0, failures: 3, memory: 2_000), Self.page([1, 2], to: 2),
                .pages(after: 2, memory: 848), []
            ),
            (
                .pages(after: 2, memory: 848), Self.page([3], to: 10, isLast: true),
                .finished(), [.allRead]
            ),
            (
                .pages(after: 2, memory: 100), Self.page([3, 4], to: 4),
                .finished(hasUnreadable: true), [.unreadable(5...10, tooLarge), .allRead]
            ),
            (
                .pages(after: 2, memory: 100), Self.page([9, 10], to: 10),
                .pages(after: 10, memory: 100 - 1_152), []
            ),
            (
                search, Self.page([4], to: 6, unreadable: [5, 6]),
                .search(after: 6, before: 9, unreadable: 5...6, Self.broken), []
            ),
            (
                found, Self.page([4], to: 6, unreadable: [6]),
                .search(after: 6, before: 9, unreadable: 2...6, Self.broken), []
            ),
            // The identifiers from 9 to 10 are beyond the searched range.
            (
                search, Self.page([4], to: 8), .finished(hasUnreadable: true),
                [.unreadable(10...10, Self.broken), .allRead]
            ),
            (
                .search(after: 3, before: 11, Self.broken), Self.page([4], to: 10), .finished(),
                [.allRead]
            ),
            (
                .search(after: 3, before: 11, unreadable: 2...3, Self.broken),
                Self.page([4], to: 10), .finished(hasUnreadable: true),
                [.unreadable(2...3, Self.broken), .allRead]
            ),
        ]
        for (from, page, to, events) in table {
            var state = Self.state(.drawing(generation: 5), from)
            #expect(state.recordPage(page) == [.read(page)] + events, "\(from)")
            #expect(state.reading == to, "\(from)")
        }
    }

    @Test("After five failures to read a page of an open file, strokes are searched one by one.")
    func pageFailures() {
        let busy = StoreError(.busy, path: "file")
        var state = Self.state(.drawing(generation: 5), .pages(after: .min, memory: 9))
        for (error, isOpen) in [(busy, true), (Self.broken, false)] {
            _ = state.recordFailure(error, of: .reading, isOpen: isOpen, at: .zero)
            #expect(state.reading == .pages(after: .min, memory: 9))
        }
        for failures in 1...4 {
            _ = state.recordFailure(Self.broken, of: .reading, isOpen: true, at: .zero)
            #expect(state.reading == .pages(after: .min, failures: failures, memory: 9))
        }
        _ = state.recordFailure(Self.broken, of: .reading, isOpen: true, at: .zero)
        #expect(state.reading == .search(after: 0, before: 11, Self.broken))
        _ = state.recordFailure(Self.broken, of: .reading, isOpen: true, at: .zero)
        #expect(state.reading == .search(after: 0, before: 11, Self.broken))
    }

    @Test("Strokes that were not read count as unreadable if their file cannot be quarantined.")
    func abandonedReading() {
        let unreadable = Reading.finished(hasUnreadable: true)
        let table: [(Reading, Reading, [StoreWriter.Event])] = [
            (
                .pages(after: .min, memory: 9), unreadable,
                [.unreadable(1...10, Self.damage), .allRead]
            ),
            (
                .pages(after: 9, memory: 9), unreadable,
                [.unreadable(10...10, Self.damage), .allRead]
            ),
            (.pages(after: 10, memory: 9), .finished(), [.allRead]),
            (
                .search(after: 3, before: 9, Self.broken), unreadable,
                [.unreadable(4...10, Self.damage), .allRead]
            ),
            (
                .search(after: 3, before: 9, unreadable: 2...3, Self.broken), unreadable,
                [.unreadable(2...10, Self.damage), .allRead]
            ),
            (.finished(), .finished(), []),
        ]
        for (from, to, events) in table {
            var state = Self.state(.drawing(generation: 5), from)
            #expect(state.abandonReading(because: Self.damage) == events, "\(from)")
            #expect(state.reading == to, "\(from)")
        }
    }

    // MARK: Steps and retries

    private func time(_ seconds: Double) -> Timestamp { Timestamp(seconds: seconds) }

    @Test("Edits are stored first, then strokes are read, and the thread waits for retries.")
    func steps() {
        let pages = Reading.pages(after: 0, memory: 9)
        #expect(Self.state().nextStep(at: .zero, hasEdits: false) == .idle)
        #expect(Self.state().nextStep(at: .zero, hasEdits: true) == .save)
        #expect(
            Self.state(.empty(Self.damage, nil)).nextStep(at: .zero, hasEdits: false) == .save)
        var state = Self.state(.drawing(generation: 5), pages)
        #expect(state.nextStep(at: .zero, hasEdits: true) == .save)
        _ = state.recordFailure(Self.damage, of: .saving, at: .zero)
        #expect(state.nextStep(at: .zero, hasEdits: false) == .read)
        _ = state.recordFailure(Self.damage, of: .reading, at: time(0.2))
        #expect(state.nextStep(at: time(0.2), hasEdits: false) == .wait(until: time(0.5)))
        #expect(state.nextStep(at: time(0.5), hasEdits: false) == .save)
        _ = state.recordSuccess(of: .saving)
        #expect(state.nextStep(at: time(0.5), hasEdits: false) == .wait(until: time(0.7)))
    }

    @Test("The pause doubles from 0.5 s to 30 s; a success resets it, an edit shortens it.")
    func pauses() {
        var state = Self.state()
        var now = time(100)
        for pause in [0.5, 1, 2, 4, 8, 16, 30, 30] {
            _ = state.recordFailure(Self.missing, of: .saving, at: now)
            let due = time(now.seconds + pause)
            #expect(state.nextStep(at: now, hasEdits: true) == .wait(until: due))
            #expect(state.nextStep(at: due, hasEdits: true) == .save)
            now = due
        }
        let shortest = Timestamp(seconds: now.seconds - 30 + 0.5)
        state.recordNewEdit()
        state.recordNewEdit()
        #expect(state.nextStep(at: shortest, hasEdits: true) == .save)
        _ = state.recordSuccess(of: .saving)
        state.recordNewEdit()
        #expect(state.nextStep(at: now, hasEdits: true) == .save)
        _ = state.recordFailure(Self.missing, of: .saving, at: now)
        #expect(
            state.nextStep(at: now, hasEdits: true) == .wait(until: time(now.seconds + 0.5)))
    }

    @Test("An error is reported once, and the recovery when neither saving nor reading fails.")
    func reports() {
        var state = Self.state(.drawing(generation: 5), .pages(after: 0, memory: 9))
        let steps: [([StoreWriter.Event], [StoreWriter.Event])] = [
            (state.recordSuccess(of: .saving), []),
            (state.recordFailure(Self.missing, of: .saving, at: .zero), [.failed(Self.missing)]),
            (state.recordFailure(Self.missing, of: .saving, at: .zero), []),
            (state.recordFailure(Self.broken, of: .saving, at: .zero), [.failed(Self.broken)]),
            (state.recordFailure(Self.broken, of: .reading, at: .zero), [.failed(Self.broken)]),
            (state.recordSuccess(of: .saving), []),
            (state.recordSuccess(of: .reading), [.recovered]),
            (state.recordSuccess(of: .reading), []),
            (state.recordFailure(Self.broken, of: .reading, at: .zero), [.failed(Self.broken)]),
            (state.finishReading(), [.allRead]),
            (state.recordSuccess(of: .saving), [.recovered]),
        ]
        for (index, (events, expected)) in steps.enumerated() {
            #expect(events == expected, "step \(index)")
        }
    }
}
