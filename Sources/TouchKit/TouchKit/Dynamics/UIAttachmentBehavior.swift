/// A relationship between two dynamic items, or between a dynamic item and an anchor point.
///
/// The attachment is a rod if `frequency` is 0, otherwise a spring. An item attached away from its
/// center rotates. A moving anchor transfers its velocity to the item, so that a dragged item
/// continues to move after its attachment is removed. Sliding, limited and fixed attachments are
/// not supported.
@MainActor
public final class UIAttachmentBehavior: UIDynamicBehavior {
    /// The type of attachment associated with the attachment behavior.
    public enum AttachmentType: Int, Sendable {
        /// An attachment between two dynamic items.
        case items = 0
        /// An attachment between a dynamic item and an anchor point.
        case anchor = 1
    }

    /// The dynamic items connected by the attachment behavior.
    public let items: [any UIDynamicItem]
    /// The attachment behavior's type.
    public let attachedBehaviorType: AttachmentType
    /// The attachment point on the first item, relative to the center of the unrotated item.
    private let offset: UIOffset
    /// The attachment point on the second item, relative to the center of the unrotated item.
    private let otherOffset: UIOffset
    /// The joint in the animator's physics simulation, or `nil` without an animator.
    private var joint: DistanceJoint?

    /// The anchor point for the attachment behavior, in the reference view's coordinates. A change
    /// moves the item from the next frame on. The value has no effect for an attachment between two
    /// items.
    public var anchorPoint: CGPoint {
        didSet {
            guard anchorPoint != oldValue else { return }
            joint?.anchor = DynamicVector(anchorPoint)
            dynamicAnimator?.wake()
        }
    }

    /// The length of the attachment, in points; initially the distance between the attachment's
    /// ends.
    public var length: CGFloat {
        didSet {
            joint?.length = length
            if length != oldValue { dynamicAnimator?.wake() }
        }
    }

    /// The amount of damping to apply to the spring, from 0 (endless oscillation) to 1 (no
    /// oscillation).
    public var damping: CGFloat = 0 {
        didSet {
            joint?.damping = damping
            if damping != oldValue { dynamicAnimator?.wake() }
        }
    }

    /// The frequency of oscillation for the spring, in oscillations per second; 0 for a rod. Values
    /// above 20 count as 20.
    public var frequency: CGFloat = 0 {
        didSet {
            joint?.frequency = frequency
            if frequency != oldValue { dynamicAnimator?.wake() }
        }
    }

    /// Creates an attachment behavior that connects the center of a dynamic item to an anchor
    /// point.
    public convenience init(item: any UIDynamicItem, attachedToAnchor point: CGPoint) {
        self.init(item: item, offsetFromCenter: .zero, attachedToAnchor: point)
    }

    /// Creates an attachment behavior that connects a point of a dynamic item to an anchor point.
    ///
    /// - Parameters:
    ///   - item: The dynamic item to attach.
    ///   - offset: The attachment point relative to the center of the unrotated item.
    ///   - point: The anchor point in the reference view's coordinates.
    public init(
        item: any UIDynamicItem, offsetFromCenter offset: UIOffset, attachedToAnchor point: CGPoint
    ) {
        items = [item]
        attachedBehaviorType = .anchor
        self.offset = offset
        otherOffset = .zero
        anchorPoint = point
        length = (Self.attachmentPoint(offset, of: item) - DynamicVector(point)).length
    }

    /// Creates an attachment behavior that connects the centers of two dynamic items.
    public convenience init(item: any UIDynamicItem, attachedTo other: any UIDynamicItem) {
        self.init(
            item: item, offsetFromCenter: .zero, attachedTo: other, offsetFromCenter: .zero)
    }

    /// Creates an attachment behavior that connects points of two dynamic items.
    ///
    /// - Parameters:
    ///   - item: The first dynamic item.
    ///   - offset: The attachment point relative to the center of the unrotated first item.
    ///   - other: The second dynamic item.
    ///   - otherOffset: The attachment point relative to the center of the unrotated second item.
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
            (Self.attachmentPoint(offset, of: item) - Self.attachmentPoint(otherOffset, of: other))
            .length
    }

    /// Converts an offset to a vector.
    private static func vector(_ offset: UIOffset) -> DynamicVector {
        DynamicVector(offset.horizontal, offset.vertical)
    }

    /// Returns the position of an attachment point in the reference view, under the item's current
    /// rotation.
    private static func attachmentPoint(_ offset: UIOffset, of item: any UIDynamicItem)
        -> DynamicVector
    {
        DynamicVector(item.center)
            + vector(offset).rotated(by: DynamicBody.angle(of: item.transform))
    }

    override var dynamicItems: [any UIDynamicItem] { items }

    override func bind(to world: DynamicWorld) {
        guard let first = items.first.flatMap({ world.body(of: $0) }) else { return }
        let second = items.count > 1 ? world.body(of: items[1]) : nil
        // Reusing the joint keeps the velocity of a moving anchor.
        if let joint, joint.first === first, joint.second === second {
            world.joints.append(joint)
            return
        }
        let newJoint = DistanceJoint(
            first, at: Self.vector(offset), to: second, at: Self.vector(otherOffset),
            anchor: DynamicVector(anchorPoint), length: length)
        newJoint.damping = damping
        newJoint.frequency = frequency
        joint = newJoint
        world.joints.append(newJoint)
    }

    override func unbind() {
        joint = nil
    }
}
