extension UIControl {
    /// Constants describing the types of events possible for controls. The raw values are the same
    /// as in UIKit.
    public struct Event: OptionSet, Hashable, Sendable {
        /// The events as a bit mask.
        public let rawValue: UInt

        /// Creates a set of events from a bit mask.
        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        /// A touch-down event in the control.
        public static let touchDown = Event(rawValue: 1 << 0)
        /// A repeated touch-down event in the control, sent together with `touchDown` if the tap
        /// count is greater than 1.
        public static let touchDownRepeat = Event(rawValue: 1 << 1)
        /// An event where a finger is dragged inside the bounds of the control.
        public static let touchDragInside = Event(rawValue: 1 << 2)
        /// An event where a finger is dragged just outside the bounds of the control.
        public static let touchDragOutside = Event(rawValue: 1 << 3)
        /// An event where a finger is dragged into the bounds of the control.
        public static let touchDragEnter = Event(rawValue: 1 << 4)
        /// An event where a finger is dragged from within a control to outside its bounds.
        public static let touchDragExit = Event(rawValue: 1 << 5)
        /// A touch-up event in the control where the finger is inside the bounds of the control.
        public static let touchUpInside = Event(rawValue: 1 << 6)
        /// A touch-up event in the control where the finger is outside the bounds of the control.
        public static let touchUpOutside = Event(rawValue: 1 << 7)
        /// A system event that cancels the current touches for the control.
        public static let touchCancel = Event(rawValue: 1 << 8)
        /// A touch dragging or otherwise manipulating a control, causing it to emit a series of
        /// different values.
        public static let valueChanged = Event(rawValue: 1 << 12)
        /// A semantic action triggered by a control; buttons send it after `touchUpInside`.
        public static let primaryActionTriggered = Event(rawValue: 1 << 13)
        /// A touch initiating an editing session. Only subclasses send the editing events.
        public static let editingDidBegin = Event(rawValue: 1 << 16)
        /// A change of the edited value.
        public static let editingChanged = Event(rawValue: 1 << 17)
        /// A touch ending an editing session.
        public static let editingDidEnd = Event(rawValue: 1 << 18)
        /// A touch ending an editing session with the return key.
        public static let editingDidEndOnExit = Event(rawValue: 1 << 19)
        /// All touch events.
        public static let allTouchEvents = Event(rawValue: 0x0000_0FFF)
        /// All editing events.
        public static let allEditingEvents = Event(rawValue: 0x000F_0000)
        /// All events, including system events.
        public static let allEvents = Event(rawValue: 0xFFFF_FFFF)
    }

    /// Constants describing the state of a control. The raw values are the same as in UIKit.
    public struct State: OptionSet, Hashable, Sendable {
        /// The states as a bit mask.
        public let rawValue: UInt

        /// Creates a set of states from a bit mask.
        public init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        /// The normal, or default, state of a control: enabled but neither selected nor
        /// highlighted.
        public static let normal = State([])
        /// The highlighted state of a control, while a touch is inside it.
        public static let highlighted = State(rawValue: 1 << 0)
        /// The disabled state of a control.
        public static let disabled = State(rawValue: 1 << 1)
        /// The selected state of a control.
        public static let selected = State(rawValue: 1 << 2)
    }
}
