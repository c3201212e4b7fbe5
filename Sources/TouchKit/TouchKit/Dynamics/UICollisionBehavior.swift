/// Is told of items that touch; each method does nothing unless implemented.
@MainActor
public protocol UICollisionBehaviorDelegate: AnyObject {
    /// Two items began to touch, at a place in points of the reference view.
    func collisionBehavior(
        _ behavior: UICollisionBehavior, beganContactFor item1: any UIDynamicItem,
        with item2: any UIDynamicItem, at p: CGPoint)
    /// Two items touch no more.
    func collisionBehavior(
        _ behavior: UICollisionBehavior, endedContactFor item1: any UIDynamicItem,
        with item2: any UIDynamicItem)
    /// An item began to touch a boundary; the identifier is nil for the reference view's edges.
    func collisionBehavior(
        _ behavior: UICollisionBehavior, beganContactFor item: any UIDynamicItem,
        withBoundaryIdentifier identifier: AnyHashable?, at p: CGPoint)
    /// An item touches a boundary no more.
    func collisionBehavior(
        _ behavior: UICollisionBehavior, endedContactFor item: any UIDynamicItem,
        withBoundaryIdentifier identifier: AnyHashable?)
}

extension UICollisionBehaviorDelegate {
    /// Does nothing.
    public func collisionBehavior(
        _ behavior: UICollisionBehavior, beganContactFor item1: any UIDynamicItem,
        with item2: any UIDynamicItem, at p: CGPoint
    ) {}
    /// Does nothing.
    public func collisionBehavior(
        _ behavior: UICollisionBehavior, endedContactFor item1: any UIDynamicItem,
        with item2: any UIDynamicItem
    ) {}
    /// Does nothing.
    public func collisionBehavior(
        _ behavior: UICollisionBehavior, beganContactFor item: any UIDynamicItem,
        withBoundaryIdentifier identifier: AnyHashable?, at p: CGPoint
    ) {}
    /// Does nothing.
    public func collisionBehavior(
        _ behavior: UICollisionBehavior, endedContactFor item: any UIDynamicItem,
        withBoundaryIdentifier identifier: AnyHashable?
    ) {}
}

/// Lets items meet boundaries and each other instead of passing through. Items are rectangles of the
/// size of their bounds.
@MainActor
public final class UICollisionBehavior: UIDynamicBehavior {
    /// What items meet.
    public struct Mode: OptionSet, Hashable, Sendable {
        /// The modes as bits.
        public let rawValue: UInt

        /// Makes modes from their bits.
        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        /// Each other.
        public static let items = Mode(rawValue: 1 << 0)
        /// Boundaries.
        public static let boundaries = Mode(rawValue: 1 << 1)
        /// All there is.
        public static let everything = Mode(rawValue: .max)
    }

    private struct Boundary {
        var identifier: AnyHashable
        var lines: [(begin: DynamicVector, end: DynamicVector)]
    }

    private var list: ItemList
    private var boundaries: [Boundary] = []
    private var touches = ContactLog()

    /// Is told of items that touch.
    public weak var collisionDelegate: (any UICollisionBehaviorDelegate)?

    /// What items meet; everything at first.
    public var collisionMode = Mode.everything {
        didSet { if collisionMode != oldValue { dynamicAnimator?.wake() } }
    }

    /// Whether items stay inside the bounds of the reference view.
    public var translatesReferenceBoundsIntoBoundary = false {
        didSet {
            if translatesReferenceBoundsIntoBoundary != oldValue { dynamicAnimator?.wake() }
        }
    }

    /// Lets these items meet.
    public init(items: [any UIDynamicItem]) {
        list = ItemList(items)
    }

    /// The items that meet.
    public var items: [any UIDynamicItem] { list.items }

    /// Lets one item more meet the others.
    public func addItem(_ item: any UIDynamicItem) {
        if list.add(item) { dynamicAnimator?.behaviorsChanged() }
    }

    /// Lets an item pass through all.
    public func removeItem(_ item: any UIDynamicItem) {
        if list.remove(item) { dynamicAnimator?.behaviorsRemoved() }
    }

    // MARK: Boundaries

    /// The names of the boundaries, in the order in which they were added; nil if there are none.
    public var boundaryIdentifiers: [AnyHashable]? {
        boundaries.isEmpty ? nil : boundaries.map(\.identifier)
    }

    /// Adds a line that no item passes, in points of the reference view; one of that name is
    /// replaced.
    public func addBoundary(
        withIdentifier identifier: AnyHashable, from p1: CGPoint, to p2: CGPoint
    ) {
        add(identifier, [(DynamicVector(p1), DynamicVector(p2))])
    }

    /// Adds the lines of a path, in points of the reference view; a boundary of that name is
    /// replaced.
    public func addBoundary(withIdentifier identifier: AnyHashable, for bezierPath: UIBezierPath) {
        var lines: [(begin: DynamicVector, end: DynamicVector)] = []
        bezierPath.forEachPiece { piece in
            lines.append((DynamicVector(piece.start), DynamicVector(piece.end)))
        }
        add(identifier, lines)
    }

    private func add(
        _ identifier: AnyHashable, _ lines: [(begin: DynamicVector, end: DynamicVector)]
    ) {
        boundaries.removeAll { $0.identifier == identifier }
        boundaries.append(Boundary(identifier: identifier, lines: lines))
        dynamicAnimator?.wake()
    }

    /// Removes a boundary by its name.
    public func removeBoundary(withIdentifier identifier: AnyHashable) {
        boundaries.removeAll { $0.identifier == identifier }
        dynamicAnimator?.wake()
    }

    /// Removes all boundaries, but for the reference view's edges.
    public func removeAllBoundaries() {
        boundaries = []
        dynamicAnimator?.wake()
    }

    // MARK: For the world

    override var dynamicItems: [any UIDynamicItem] { list.items }

    override func bind(to world: DynamicWorld) {
        list.bind(to: world)
    }

    override func unbind() {
        list.unbind()
        touches = ContactLog()
    }

    override func findContacts(into contacts: inout [DynamicContact]) {
        if collisionMode.contains(.boundaries) {
            findEdges(into: &contacts)
            findBoundaries(into: &contacts)
        }
        if collisionMode.contains(.items) { findItems(into: &contacts) }
    }

    private func findEdges(into contacts: inout [DynamicContact]) {
        guard translatesReferenceBoundsIntoBoundary,
            let bounds = dynamicAnimator?.referenceView?.bounds
        else { return }
        let low = DynamicVector(bounds.minX, bounds.minY)
        let high = DynamicVector(bounds.maxX, bounds.maxY)
        for body in list.bodies {
            let known = contacts.count
            ContactFinder.find(body, beyond: low, DynamicVector(1, 0), into: &contacts)
            ContactFinder.find(body, beyond: low, DynamicVector(0, 1), into: &contacts)
            ContactFinder.find(body, beyond: high, DynamicVector(-1, 0), into: &contacts)
            ContactFinder.find(body, beyond: high, DynamicVector(0, -1), into: &contacts)
            touches.note(contacts[known...], boundary: nil)
        }
    }

    private func findBoundaries(into contacts: inout [DynamicContact]) {
        for boundary in boundaries {
            for body in list.bodies {
                let known = contacts.count
                for line in boundary.lines {
                    ContactFinder.find(body, from: line.begin, to: line.end, into: &contacts)
                }
                touches.note(contacts[known...], boundary: boundary.identifier)
            }
        }
    }

    private func findItems(into contacts: inout [DynamicContact]) {
        for index in list.bodies.indices {
            for other in list.bodies[(index + 1)...] {
                let known = contacts.count
                ContactFinder.find(list.bodies[index], other, into: &contacts)
                touches.note(contacts[known...], boundary: nil)
            }
        }
    }

    override func frameEnded() {
        touches.endFrame()
        guard let collisionDelegate else { return }
        // Taken one by one: what is told may change all of this.
        while let news = touches.takeNews() {
            switch (news.began, news.other) {
            case (true, let other?):
                collisionDelegate.collisionBehavior(
                    self, beganContactFor: news.item, with: other, at: news.point)
            case (false, let other?):
                collisionDelegate.collisionBehavior(
                    self, endedContactFor: news.item, with: other)
            case (true, nil):
                collisionDelegate.collisionBehavior(
                    self, beganContactFor: news.item, withBoundaryIdentifier: news.boundary,
                    at: news.point)
            case (false, nil):
                collisionDelegate.collisionBehavior(
                    self, endedContactFor: news.item, withBoundaryIdentifier: news.boundary)
            }
        }
    }
}
