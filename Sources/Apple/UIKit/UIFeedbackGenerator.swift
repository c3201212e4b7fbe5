/// The base class of feedback generators. Boards have no haptic device: all feedback is ignored.
@MainActor
open class UIFeedbackGenerator {
    /// Creates a feedback generator.
    public init() {}

    /// Has no effect.
    open func prepare() {}
}

/// A feedback generator for impacts. The feedback is ignored.
@MainActor
open class UIImpactFeedbackGenerator: UIFeedbackGenerator {
    /// The mass of the objects that collide.
    public enum FeedbackStyle: Int, Sendable {
        /// A collision between small objects.
        case light = 0
        /// A collision between objects of medium size.
        case medium = 1
        /// A collision between large objects.
        case heavy = 2
        /// A collision between soft objects.
        case soft = 3
        /// A collision between rigid objects.
        case rigid = 4
    }

    /// Creates a generator.
    public init(style: FeedbackStyle) {
        super.init()
    }

    /// Creates a generator of the medium style.
    public override convenience init() {
        self.init(style: .medium)
    }

    /// Has no effect.
    open func impactOccurred() {}

    /// Has no effect.
    open func impactOccurred(intensity: CGFloat) {}
}

/// A feedback generator for changes of a selection. The feedback is ignored.
@MainActor
open class UISelectionFeedbackGenerator: UIFeedbackGenerator {
    /// Has no effect.
    open func selectionChanged() {}
}

/// A feedback generator for results. The feedback is ignored.
@MainActor
open class UINotificationFeedbackGenerator: UIFeedbackGenerator {
    /// The result of a task.
    public enum FeedbackType: Int, Sendable {
        /// The task has succeeded.
        case success = 0
        /// The task has produced a warning.
        case warning = 1
        /// The task has failed.
        case error = 2
    }

    /// Has no effect.
    open func notificationOccurred(_ notificationType: FeedbackType) {}
}
