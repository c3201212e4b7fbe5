import Testing
import TouchKit

/// The state tables of the gesture arbiter: every assignment, and the next delivery to a view.
@Suite("Gesture state tables")
struct GestureStateTablesTests {
    typealias Row = (GestureStage, [UIGestureRecognizer.State: GestureStateTables.Assignment])

    static let begun = RequestedTransition(begins: true, ends: false)
    static let through = RequestedTransition(begins: true, ends: true)

    static let rows: [Row] = [
        (
            .analysing,
            [
                .possible: .none, .began: .request(.begin), .changed: .fail,
                .ended: .request(.recognize),
                .cancelled: .fail, .failed: .fail,
            ]
        ),
        (
            .requesting(begun),
            [
                .possible: .none, .began: .none,
                .changed: .request(RequestedTransition(begins: true, changes: 1, ends: false)),
                .ended: .request(through), .cancelled: .fail, .failed: .fail,
            ]
        ),
        (
            .requesting(.recognize),
            [
                .possible: .none, .began: .none, .changed: .request(.recognize),
                .ended: .request(.recognize), .cancelled: .fail, .failed: .fail,
            ]
        ),
        (
            .waiting(begun),
            [
                .possible: .none, .began: .none, .changed: .none, .ended: .keepWaiting(through),
                .cancelled: .fail, .failed: .fail,
            ]
        ),
        (
            .waiting(.recognize),
            [
                .possible: .none, .began: .none, .changed: .none, .ended: .keepWaiting(.recognize),
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
        (.finished(.recognized), Self.nothing),
        (.finished(.cancelled), Self.nothing),
        (.finished(.failed), Self.nothing),
    ]

    static let nothing: [UIGestureRecognizer.State: GestureStateTables.Assignment] = [
        .possible: .none, .began: .none, .changed: .none, .ended: .none, .cancelled: .none,
        .failed: .none,
    ]

    static let states: [UIGestureRecognizer.State] = [
        .possible, .began, .changed, .ended, .cancelled, .failed,
    ]

    @Test("R-4.1, R-4.2, R-4.3: The permitted assignments, in every stage of a recognizer.")
    func assignments() {
        for (stage, outcomes) in Self.rows {
            for state in Self.states {
                let (assignment, _) = GestureStateTables.assignment(state, in: stage)
                #expect(assignment == outcomes[state], "\(stage) set to \(state)")
            }
        }
    }

    @Test("An ignored or coerced assignment is logged as R-4.3.")
    func illegalAssignments() {
        let illegal: [(GestureStage, UIGestureRecognizer.State)] = [
            (.analysing, .changed), (.active(hasChanged: false), .began),
            (.active(hasChanged: true), .failed), (.finished(.failed), .began),
            (.analysing, .possible),
        ]
        for (stage, state) in illegal {
            #expect(
                GestureStateTables.assignment(state, in: stage).1 == .illegal, "\(stage) \(state)")
        }
    }

    /// The delivery status of a contact, its events (m moved, l lifted, c cancelled), the delayed
    /// phases (B beginning, E end), and the expected next delivery.
    static let deliveries:
        [(GestureStateTables.DeliveryStatus, String, String, GestureStateTables.NextDelivery)] = [
            (.pending, "", "", .began), (.pending, "", "E", .began),
            (.pending, "", "B", .withhold), (.pending, "", "BE", .withhold),
            (.pending, "m", "", .began), (.pending, "m", "B", .withhold),
            (.pending, "l", "", .began), (.pending, "l", "B", .withhold),
            (.pending, "ml", "E", .began), (.pending, "ml", "BE", .withhold),
            (.pending, "c", "", .suppress), (.pending, "c", "B", .suppress),
            (.pending, "mc", "E", .suppress), (.pending, "lc", "BE", .suppress),
            (.began, "", "", .none), (.began, "", "BE", .none),
            (.began, "m", "", .moved), (.began, "m", "BE", .moved),
            (.began, "l", "", .ended), (.began, "l", "B", .ended),
            (.began, "l", "E", .withhold), (.began, "l", "BE", .withhold),
            (.began, "ml", "", .moved), (.began, "ml", "E", .moved),
            (.began, "c", "", .cancelled), (.began, "c", "BE", .cancelled),
            (.began, "mc", "E", .cancelled), (.began, "lc", "E", .cancelled),
            (.completed, "", "", .none), (.completed, "m", "B", .none),
            (.completed, "l", "E", .none),
            (.completed, "c", "", .none),
            (.suppressed, "", "", .none), (.suppressed, "m", "B", .none),
            (.suppressed, "l", "E", .none),
            (.suppressed, "c", "", .none),
        ]

    @Test("R-5.1, R-5.5, R-5.7, R-5.12: The next delivery to a view, for each delivery status.")
    func deliveries() {
        for (status, happened, delays, next) in Self.deliveries {
            let changes = GestureStateTables.ContactChanges(
                hasMoved: happened.contains("m"), isLifted: happened.contains("l"),
                isCancelled: happened.contains("c"))
            #expect(
                GestureStateTables.nextDelivery(
                    status, changes, delaysBegan: delays.contains("B"),
                    delaysEnded: delays.contains("E")) == next,
                "\(status) \(happened) \(delays)")
        }
    }
}
