import TouchKitGeometry

/// A test that collects data from touches. `FieldTestEvaluator` evaluates the data later, when the
/// calibration is known.
protocol TestRun: Sendable {
    /// Processes the contact changes of a frame; `active` includes stale contacts.
    mutating func process(_ changes: [ContactChange], active: [TestContact], at time: Timestamp)
    /// Advances the time without a frame.
    mutating func advance(to time: Timestamp)
    /// The time at which `advance(to:)` must be called, or `nil` if the test waits only for
    /// touches.
    var deadline: Timestamp? { get }
    /// Whether the test has collected all its data or its time limit has passed.
    var isFinished: Bool { get }
    /// The progress of the test, 0…1.
    var progress: Double { get }
    /// Whether the test has collected enough data for an evaluation.
    var hasEvidence: Bool { get }
}
