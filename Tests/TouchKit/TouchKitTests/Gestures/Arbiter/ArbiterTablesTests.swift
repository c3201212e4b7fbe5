import Testing
import TouchKit

/// The arbiter's tables, cell by cell.
@Suite("Arbiter tables")
struct ArbiterTablesTests {
    typealias Row = (GestureStage, [UIGestureRecognizer.State: ArbiterTables.Assignment])

    static let begun = Intent(begins: true, ends: false)
    static let through = Intent(begins: true, ends: true)

    static let rows: [Row] = [
        (
            .analysing,
            [
                .possible: .none, .began: .want(.begin), .changed: .fail, .ended: .want(.recognize),
                .cancelled: .fail, .failed: .fail,
            ]
        ),
        (
            .wanting(begun),
            [
                .possible: .none, .began: .none,
                .changed: .want(Intent(begins: true, changes: 1, ends: false)),
                .ended: .want(through), .cancelled: .fail, .failed: .fail,
            ]
        ),
        (
            .wanting(.recognize),
            [
                .possible: .none, .began: .none, .changed: .want(.recognize),
                .ended: .want(.recognize), .cancelled: .fail, .failed: .fail,
            ]
        ),
        (
            .held(begun),
            [
                .possible: .none, .began: .none, .changed: .none, .ended: .hold(through),
                .cancelled: .fail, .failed: .fail,
            ]
        ),
        (
            .held(.recognize),
            [
                .possible: .none, .began: .none, .changed: .none, .ended: .hold(.recognize),
                .cancelled: .fail, .failed: .fail,
            ]
        ),
        (
            .active(hasChanged: false),
            [
                .possible: .none, .began: .none, .changed: .change, .ended: .end,
                .cancelled: .cancel, .failed: .cancel,
            ]
        ),
        (
            .active(hasChanged: true),
            [
                .possible: .none, .began: .none, .changed: .change, .ended: .end,
                .cancelled: .cancel, .failed: .cancel,
            ]
        ),
        (.over(.recognized), Self.nothing),
        (.over(.cancelled), Self.nothing),
        (.over(.failed), Self.nothing),
    ]

    static let nothing: [UIGestureRecognizer.State: ArbiterTables.Assignment] = [
        .possible: .none, .began: .none, .changed: .none, .ended: .none, .cancelled: .none,
        .failed: .none,
    ]

    static let states: [UIGestureRecognizer.State] = [
        .possible, .began, .changed, .ended, .cancelled, .failed,
    ]

    @Test("R-4.1, R-4.2, R-4.3: what a recognizer may assign itself, in every stage.")
    func assignments() {
        for (stage, outcomes) in Self.rows {
            for state in Self.states {
                let (assignment, _) = ArbiterTables.assignment(state, in: stage)
                #expect(assignment == outcomes[state], "\(stage) set to \(state)")
            }
        }
    }

    @Test("An assignment that is passed over, or coerced, is put down to R-4.3.")
    func illegalAssignments() {
        let illegal: [(GestureStage, UIGestureRecognizer.State)] = [
            (.analysing, .changed), (.active(hasChanged: false), .began),
            (.active(hasChanged: true), .failed), (.over(.failed), .began), (.analysing, .possible),
        ]
        for (stage, state) in illegal {
            #expect(ArbiterTables.assignment(state, in: stage).1 == .illegal, "\(stage) \(state)")
        }
    }

    /// What the view knows, what happened (m moved, l lifted, c cancelled), who delays (B beginning,
    /// E end), and what it is told next.
    static let tellings: [(ArbiterTables.Told, String, String, ArbiterTables.Telling)] = [
        (.nothing, "", "", .began), (.nothing, "", "E", .began),
        (.nothing, "", "B", .withhold), (.nothing, "", "BE", .withhold),
        (.nothing, "m", "", .began), (.nothing, "m", "B", .withhold),
        (.nothing, "l", "", .began), (.nothing, "l", "B", .withhold),
        (.nothing, "ml", "E", .began), (.nothing, "ml", "BE", .withhold),
        (.nothing, "c", "", .forget), (.nothing, "c", "B", .forget),
        (.nothing, "mc", "E", .forget), (.nothing, "lc", "BE", .forget),
        (.began, "", "", .none), (.began, "", "BE", .none),
        (.began, "m", "", .moved), (.began, "m", "BE", .moved),
        (.began, "l", "", .ended), (.began, "l", "B", .ended),
        (.began, "l", "E", .withhold), (.began, "l", "BE", .withhold),
        (.began, "ml", "", .moved), (.began, "ml", "E", .moved),
        (.began, "c", "", .cancelled), (.began, "c", "BE", .cancelled),
        (.began, "mc", "E", .cancelled), (.began, "lc", "E", .cancelled),
        (.all, "", "", .none), (.all, "m", "B", .none), (.all, "l", "E", .none),
        (.all, "c", "", .none),
        (.never, "", "", .none), (.never, "m", "B", .none), (.never, "l", "E", .none),
        (.never, "c", "", .none),
    ]

    @Test("R-5.1, R-5.5, R-5.7, R-5.12: what a view is told next, in every case.")
    func tellings() {
        for (told, happened, delays, telling) in Self.tellings {
            let news = ArbiterTables.ContactNews(
                hasMoved: happened.contains("m"), isLifted: happened.contains("l"),
                isCancelled: happened.contains("c"))
            #expect(
                ArbiterTables.telling(
                    told, news, delaysBegan: delays.contains("B"),
                    delaysEnded: delays.contains("E")) == telling,
                "\(told) \(happened) \(delays)")
        }
    }
}
