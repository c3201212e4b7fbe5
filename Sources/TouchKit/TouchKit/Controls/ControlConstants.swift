/// The measures of controls, each with its unit and source.
package enum ControlConstants {
    /// So far beyond its edges a control still counts a finger that came down on it as inside, in
    /// points. Apple documents no number; developers measured "about 70 points" (Stack Overflow
    /// 14340122).
    package static let dragSlack: CGFloat = 70
    /// What a finger hits well, in points: Apple's Human Interface Guidelines.
    package static let leastTouchExtent: CGFloat = 44
}
