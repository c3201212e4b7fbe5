/// The methods to implement to respond to the collision of dynamic items. All methods have default
/// implementations that do nothing.
@MainActor
public protocol UICollisionBehaviorDelegate: AnyObject {
    /// Tells the delegate that a collision between two dynamic items has begun.
    ///
    /// - Parameters:
    ///   - behavior: The collision behavior.
    ///   - item1: The first dynamic item.
    ///   - item2: The second dynamic item.
    ///   - p: The position of the contact in the reference view, in points.
    func collisionBehavior(
        _ behavior: UICollisionBehavior, beganContactFor item1: any UIDynamicItem,
        with item2: any UIDynamicItem, at p: CGPoint)
    /// Tells the delegate that a collision between two dynamic items has ended.
    func collisionBehavior(
        _ behavior: UICollisionBehavior, endedContactFor item1: any UIDynamicItem,
        with item2: any UIDynamicItem)
    /// Tells the delegate that a collision between a dynamic item and a boundary has begun.
    ///
    /// - Parameters:
    ///   - behavior: The collision behavior.
    ///   - item: The dynamic item.
    ///   - identifier: The boundary's identifier, or `nil` for the reference view's bounds.
    ///   - p: The position of the contact in the reference view, in points.
    func collisionBehavior(
        _ behavior: UICollisionBehavior, beganContactFor item: any UIDynamicItem,
        withBoundaryIdentifier identifier: AnyHashable?, at p: CGPoint)
    /// Tells the delegate that a collision between a dynamic item and a boundary has ended.
    ///
    /// - Parameters:
    ///   - behavior: The collision behavior.
    ///   - item: The dynamic item.
    ///   - identifier: The boundary's identifier, or `nil` for the reference view's bounds.
    func collisionBehavior(
        _ behavior: UICollisionBehavior, endedContactFor item: any UIDynamicItem,
        withBoundaryIdentifier identifier: AnyHashable?)
}

/// Default implementations of the delegate's methods.
extension UICollisionBehaviorDelegate {
    /// Provides a default implementation that does nothing.
    public func collisionBehavior(
        _ behavior: UICollisionBehavior, beganContactFor item1: any UIDynamicItem,
        with item2: any UIDynamicItem, at p: CGPoint
    ) {}
    /// Provides a default implementation that does nothing.
    public func collisionBehavior(
        _ behavior: UICollisionBehavior, endedContactFor item1: any UIDynamicItem,
        with item2: any UIDynamicItem
    ) {}
    /// Provides a default implementation that does nothing.
    public func collisionBehavior(
        _ behavior: UICollisionBehavior, beganContactFor item: any UIDynamicItem,
        withBoundaryIdentifier identifier: AnyHashable?, at p: CGPoint
    ) {}
    /// Provides a default implementation that does nothing.
    public func collisionBehavior(
        _ behavior: UICollisionBehavior, endedContactFor item: any UIDynamicItem,
        withBoundaryIdentifier identifier: AnyHashable?
    ) {}
}

/// An object that confers to a specified array of dynamic items the ability to collide with each
/// other and with boundaries.
///
/// Items collide as rectangles of the size of their bounds. Other collision shapes are not
/// supported.
@MainActor
public final class UICollisionBehavior: UIDynamicBehavior {
    /// The types of collisions that a collision behavior handles.
    public struct Mode: OptionSet, Hashable, Sendable {
        /// The types as a bit mask.
        public let rawValue: UInt

        /// Creates a set of types from a bit mask.
        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        /// Items collide with each other, but not with boundaries.
        public static let items = Mode(rawValue: 1 << 0)
        /// Items collide with boundaries, but not with each other.
        public static let boundaries = Mode(rawValue: 1 << 1)
        /// Items collide with each other and with boundaries.
        public static let everything = Mode(rawValue: .max)
    }

    /// The line segments of a named boundary.
    private struct Boundary {
        var identifier: AnyHashable
        var lines: [(begin: DynamicVector, end: DynamicVector)]
    }

    /// The boundaries, in the order in which they were added.
    private var boundaries: [Boundary] = []
    /// The events for contacts that began or ended, to be delivered to the delegate.
    private var contactEvents = ContactEventQueue()

    /// The delegate that responds to the collisions.
    public weak var collisionDelegate: (any UICollisionBehaviorDelegate)?

    /// The types of collisions that the behavior handles. The default is `.everything`.
    public var collisionMode = Mode.everything {
        didSet { if collisionMode != oldValue { dynamicAnimator?.wake() } }
    }

    /// Whether the bounds of the reference view are a boundary.
    public var translatesReferenceBoundsIntoBoundary = false {
        didSet {
            if translatesReferenceBoundsIntoBoundary != oldValue { dynamicAnimator?.wake() }
        }
    }

    /// Creates a collision behavior with an array of dynamic items.
    public init(items: [any UIDynamicItem]) {
        super.init()
        itemList = DynamicItemList(items)
    }

    /// The dynamic items that the behavior applies to.
    public var items: [any UIDynamicItem] { itemList.items }

    /// Adds a dynamic item to the collision behavior.
    public func addItem(_ item: any UIDynamicItem) {
        if itemList.add(item) { dynamicAnimator?.behaviorsDidChange() }
    }

    /// Removes a dynamic item from the collision behavior.
    public func removeItem(_ item: any UIDynamicItem) {
        if itemList.remove(item) { dynamicAnimator?.behaviorsWereRemoved() }
    }

    // MARK: Boundaries

    /// The identifiers of the boundaries, in the order in which they were added, or `nil` if there
    /// are none.
    public var boundaryIdentifiers: [AnyHashable]? {
        boundaries.isEmpty ? nil : boundaries.map(\.identifier)
    }

    /// Adds a collision boundary that is a line segment in the reference view's coordinates; a
    /// boundary with the same identifier is replaced.
    public func addBoundary(
        withIdentifier identifier: AnyHashable, from p1: CGPoint, to p2: CGPoint
    ) {
        add(identifier, [(DynamicVector(p1), DynamicVector(p2))])
    }

    /// Adds a collision boundary with the lines of a Bézier path in the reference view's
    /// coordinates; a boundary with the same identifier is replaced.
    public func addBoundary(withIdentifier identifier: AnyHashable, for bezierPath: UIBezierPath) {
        var lines: [(begin: DynamicVector, end: DynamicVector)] = []
        bezierPath.forEachSegment { segment in
            lines.append((DynamicVector(segment.start), DynamicVector(segment.end)))
        }
        add(identifier, lines)
    }

    /// Adds a boundary after removing the boundary with the same identifier, if such a boundary
    /// exists.
    private func add(
        _ identifier: AnyHashable, _ lines: [(begin: DynamicVector, end: DynamicVector)]
    ) {
        boundaries.removeAll { $0.identifier == identifier }
        boundaries.append(Boundary(identifier: identifier, lines: lines))
        dynamicAnimator?.wake()
    }

    /// Removes the boundary with the specified identifier.
    public func removeBoundary(withIdentifier identifier: AnyHashable) {
        boundaries.removeAll { $0.identifier == identifier }
        dynamicAnimator?.wake()
    }

    /// Removes all boundaries that were added; the reference view's bounds are not affected.
    public func removeAllBoundaries() {
        boundaries = []
        dynamicAnimator?.wake()
    }

    // MARK: Simulation

    override func unbind() {
        super.unbind()
        contactEvents = ContactEventQueue()
    }

    override func findContacts(into contacts: inout [ContactConstraint]) {
        if collisionMode.contains(.boundaries) {
            findEdgeContacts(into: &contacts)
            findBoundaryContacts(into: &contacts)
        }
        if collisionMode.contains(.items) { findItemContacts(into: &contacts) }
    }

    /// Appends the items' contacts with the reference view's bounds, and records them for the
    /// delegate.
    private func findEdgeContacts(into contacts: inout [ContactConstraint]) {
        guard translatesReferenceBoundsIntoBoundary,
            let bounds = dynamicAnimator?.referenceView?.bounds
        else { return }
        let low = DynamicVector(bounds.minX, bounds.minY)
        let high = DynamicVector(bounds.maxX, bounds.maxY)
        for body in itemList.bodies {
            let firstNew = contacts.count
            CollisionDetector.findContacts(
                of: body, beyond: low, DynamicVector(1, 0), into: &contacts)
            CollisionDetector.findContacts(
                of: body, beyond: low, DynamicVector(0, 1), into: &contacts)
            CollisionDetector.findContacts(
                of: body, beyond: high, DynamicVector(-1, 0), into: &contacts)
            CollisionDetector.findContacts(
                of: body, beyond: high, DynamicVector(0, -1), into: &contacts)
            contactEvents.record(contacts[firstNew...], boundary: nil)
        }
    }

    /// Appends the items' contacts with the added boundaries, and records them for the delegate.
    private func findBoundaryContacts(into contacts: inout [ContactConstraint]) {
        for boundary in boundaries {
            for body in itemList.bodies {
                let firstNew = contacts.count
                for line in boundary.lines {
                    CollisionDetector.findContacts(
                        of: body, from: line.begin, to: line.end, into: &contacts)
                }
                contactEvents.record(contacts[firstNew...], boundary: boundary.identifier)
            }
        }
    }

    /// Appends the contacts between the items, and records them for the delegate.
    private func findItemContacts(into contacts: inout [ContactConstraint]) {
        for index in itemList.bodies.indices {
            for other in itemList.bodies[(index + 1)...] {
                let firstNew = contacts.count
                CollisionDetector.findContacts(
                    of: itemList.bodies[index], and: other, into: &contacts)
                contactEvents.record(contacts[firstNew...], boundary: nil)
            }
        }
    }

    override func frameDidEnd() {
        contactEvents.endFrame()
        guard let collisionDelegate else { return }
        // Events are removed one by one, because a delegate method may add or remove items.
        while let event = contactEvents.popEvent() {
            switch (event.began, event.other) {
            case (true, let other?):
                collisionDelegate.collisionBehavior(
                    self, beganContactFor: event.item, with: other, at: event.point)
            case (false, let other?):
                collisionDelegate.collisionBehavior(
                    self, endedContactFor: event.item, with: other)
            case (true, nil):
                collisionDelegate.collisionBehavior(
                    self, beganContactFor: event.item, withBoundaryIdentifier: event.boundary,
                    at: event.point)
            case (false, nil):
                collisionDelegate.collisionBehavior(
                    self, endedContactFor: event.item, withBoundaryIdentifier: event.boundary)
            }
        }
    }
}
