import TouchKitGeometry

/// What a page of the field test does with touches: it collects, and knows when it has enough. What its
/// evidence means is judged later, when it is known how the panel is calibrated.
protocol TestRun: Sendable {
    /// Takes what a hardware frame said of contacts. Those that are stale are in `live` too.
    mutating func receive(_ changes: [ContactChange], live: [PanelContact], at time: Timestamp)
    /// Time goes by without a frame.
    mutating func advance(to time: Timestamp)
    /// When `advance(to:)` has something to do; nil: never.
    var deadline: Timestamp? { get }
    /// Whether it has what it wanted.
    var isFinished: Bool { get }
    /// How much of it, 0…1.
    var progress: Double { get }
    /// Whether anything was measured.
    var hasEvidence: Bool { get }
}

extension TestRun {
    mutating func advance(to time: Timestamp) {}
    var deadline: Timestamp? { nil }
}

extension Timestamp {
    /// The moment so many seconds later.
    func advanced(by seconds: Double) -> Timestamp {
        advanced(byMicroseconds: Int64((seconds * 1_000_000).rounded()))
    }
}
