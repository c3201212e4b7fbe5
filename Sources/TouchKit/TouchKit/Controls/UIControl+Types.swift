extension UIControl {
    /// What a finger, or a program, does with a control; raw values are UIKit's.
    public struct Event: OptionSet, Hashable, Sendable {
        /// The bits.
        public let rawValue: UInt

        /// Makes events from their bits.
        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        /// A finger came down on it.
        public static let touchDown = Event(rawValue: 1 << 0)
        /// It did so again, quickly: sent along with `touchDown` for a tap count above 1.
        public static let touchDownRepeat = Event(rawValue: 1 << 1)
        /// The finger moved and is inside.
        public static let touchDragInside = Event(rawValue: 1 << 2)
        /// The finger moved and is outside.
        public static let touchDragOutside = Event(rawValue: 1 << 3)
        /// The finger came back inside.
        public static let touchDragEnter = Event(rawValue: 1 << 4)
        /// The finger went outside.
        public static let touchDragExit = Event(rawValue: 1 << 5)
        /// The finger was lifted inside.
        public static let touchUpInside = Event(rawValue: 1 << 6)
        /// The finger was lifted outside.
        public static let touchUpOutside = Event(rawValue: 1 << 7)
        /// The finger was taken back.
        public static let touchCancel = Event(rawValue: 1 << 8)
        /// The control's value is another one; controls with a value send it.
        public static let valueChanged = Event(rawValue: 1 << 12)
        /// The control did what it is there for; a button sends it right after `touchUpInside`.
        public static let primaryActionTriggered = Event(rawValue: 1 << 13)
        /// All events of touches.
        public static let allTouchEvents = Event(rawValue: 0x0000_0FFF)
        /// All events that there are.
        public static let allEvents = Event(rawValue: 0xFFFF_FFFF)
    }

    /// What a control is in; raw values are UIKit's.
    public struct State: OptionSet, Hashable, Sendable {
        /// The bits.
        public let rawValue: UInt

        /// Makes a state from its bits.
        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        /// None of the others.
        public static let normal = State([])
        /// A finger is on it.
        public static let highlighted = State(rawValue: 1 << 0)
        /// It doesn't take fingers.
        public static let disabled = State(rawValue: 1 << 1)
        /// It is chosen.
        public static let selected = State(rawValue: 1 << 2)
    }
}
