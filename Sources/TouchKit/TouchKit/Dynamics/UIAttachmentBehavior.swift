/// Keeps a place of an item at a distance from an anchor, or from a place of another item.
///
/// With a frequency of 0 it is a rod; else a spring. Held off its middle, an item swings. Of moving
/// anchors items get the velocity: a dragged item flies on when it is let go.
@MainActor
public final class UIAttachmentBehavior: UIDynamicBehavior {
    /// What the other end is.
    public enum AttachmentType: Int, Sendable {
        /// Another item.
        case items = 0
        /// A place.
        case anchor = 1
    }

    /// The item, and the other one where there is one.
    public let items: [any UIDynamicItem]
    /// What the other end is.
    public let attachedBehaviorType: AttachmentType
    private let offset: UIOffset
    private let otherOffset: UIOffset
    private var link: DynamicLink?

    /// The place that the item hangs on, in points of the reference view; items follow from the next
    /// frame on.
    public var anchorPoint: CGPoint {
        didSet {
            guard anchorPoint != oldValue else { return }
            link?.anchor = DynamicVector(anchorPoint)
            dynamicAnimator?.wake()
        }
    }

    /// The distance that is kept, in points; at first the one that there is.
    public var length: CGFloat {
        didSet {
            link?.length = length
            if length != oldValue { dynamicAnimator?.wake() }
        }
    }

    /// How soon a spring comes to rest: 0 never, 1 without swinging back.
    public var damping: CGFloat = 0 {
        didSet {
            link?.damping = damping
            if damping != oldValue { dynamicAnimator?.wake() }
        }
    }

    /// Oscillations of the spring per second; 0 for a rod. Above 20 it acts as 20.
    public var frequency: CGFloat = 0 {
        didSet {
            link?.frequency = frequency
            if frequency != oldValue { dynamicAnimator?.wake() }
        }
    }

    /// Hangs the middle of an item on a place.
    public convenience init(item: any UIDynamicItem, attachedToAnchor point: CGPoint) {
        self.init(item: item, offsetFromCenter: .zero, attachedToAnchor: point)
    }

    /// Hangs a place of an item on a place.
    ///
    /// - Parameters:
    ///   - item: The item.
    ///   - offset: Where on the item, from its middle, as if it weren't turned.
    ///   - point: Where it hangs, in points of the reference view.
    public init(
        item: any UIDynamicItem, offsetFromCenter offset: UIOffset, attachedToAnchor point: CGPoint
    ) {
        items = [item]
        attachedBehaviorType = .anchor
        self.offset = offset
        otherOffset = .zero
        anchorPoint = point
        length = (Self.place(offset, of: item) - DynamicVector(point)).length
    }

    /// Keeps the middles of two items at their distance.
    public convenience init(item: any UIDynamicItem, attachedTo other: any UIDynamicItem) {
        self.init(
            item: item, offsetFromCenter: .zero, attachedTo: other, offsetFromCenter: .zero)
    }

    /// Keeps places of two items at their distance.
    public init(
        item: any UIDynamicItem, offsetFromCenter offset: UIOffset,
        attachedTo other: any UIDynamicItem, offsetFromCenter otherOffset: UIOffset
    ) {
        items = [item, other]
        attachedBehaviorType = .items
        self.offset = offset
        self.otherOffset = otherOffset
        anchorPoint = .zero
        length =
            (Self.place(offset, of: item) - Self.place(otherOffset, of: other)).length
    }

    private static func local(_ offset: UIOffset) -> DynamicVector {
        DynamicVector(offset.horizontal, offset.vertical)
    }

    private static func place(_ offset: UIOffset, of item: any UIDynamicItem) -> DynamicVector {
        DynamicVector(item.center)
            + local(offset).rotated(by: DynamicBody.angle(of: item.transform))
    }

    override var dynamicItems: [any UIDynamicItem] { items }

    override func bind(to world: DynamicWorld) {
        guard let first = items.first.flatMap({ world.body(of: $0) }) else { return }
        let second = items.count > 1 ? world.body(of: items[1]) : nil
        // The same link goes on, or an anchor in motion would stand still for a moment.
        if let link, link.first === first, link.second === second {
            world.links.append(link)
            return
        }
        let new = DynamicLink(
            first, at: Self.local(offset), to: second, at: Self.local(otherOffset),
            anchor: DynamicVector(anchorPoint), length: length)
        new.damping = damping
        new.frequency = frequency
        link = new
        world.links.append(new)
    }

    override func unbind() {
        link = nil
    }
}
