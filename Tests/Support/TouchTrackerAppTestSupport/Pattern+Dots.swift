import TouchTrackerLock

extension Pattern {
    /// The connected dots, in their order.
    package var dots: [Int] { (0..<count).map { self[$0] } }
}
