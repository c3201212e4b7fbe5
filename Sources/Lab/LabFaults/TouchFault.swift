/// One fault of a touchscreen that fault injection can simulate.
///
/// Positions are percentages of the touchscreen's size in scanout orientation; distances are
/// millimeters. A random interval of `s` seconds varies from 0.5 · s to 1.5 · s. docs/recordings.md
/// contains a table of the faults, and `init(parsing:)` reads the text form of a fault.
package enum TouchFault: Hashable, Sendable {
    /// A vertical band that reports no contacts, centered at `x` percent of the width and `width`
    /// millimeters wide.
    case deadColumn(x: Double, width: Double)
    /// A horizontal band that reports no contacts, centered at `y` percent of the height and
    /// `height` millimeters high.
    case deadRow(y: Double, height: Double)
    /// Positions whose x and y are exchanged, after both are normalized to 0…1.
    case swapAxes
    /// Positions mirrored from left to right.
    case flipX
    /// Positions mirrored from top to bottom.
    case flipY
    /// Positions moved to the right by `dx` and down by `dy` millimeters, clamped to the edges.
    case offset(dx: Double, dy: Double)
    /// Distances from the center multiplied by `x` horizontally and by `y` vertically, with
    /// positions clamped to the edges.
    case scale(x: Double, y: Double)
    /// Normally distributed noise in each position, with a standard deviation of `millimeters` on
    /// each axis.
    case jitter(millimeters: Double)
    /// A slot whose contact is lost for 150 ms, at random intervals of about one second.
    case lostSlot(Int)
    /// Two contacts that exchange slots and tracking ids at random intervals of about `seconds`,
    /// while at least two are down.
    case swappedSlots(seconds: Double)
    /// A contact without a finger, at a random position for 20 to 80 ms, at random intervals of
    /// about `seconds`.
    case ghost(seconds: Double)
    /// Contacts less than `millimeters` apart that are reported as one contact at their center.
    case mergeDistance(millimeters: Double)
    /// At most `hertz` motion reports per second, each with the newest positions.
    case slowRate(hertz: Double)
    /// Motion that is withheld for `milliseconds`, at random intervals of about `seconds`.
    case gaps(milliseconds: Double, seconds: Double)
    /// The first contact that lifts within 8 mm of a position is never reported as lifted. `x` and
    /// `y` are percentages of the width and height.
    case stuck(x: Double, y: Double)
    /// The third contact that lifts, at any position, is never reported as lifted.
    case stuckAnywhere
    /// A second contact after `percent` of the taps (contacts shorter than 300 ms): 25 ms after the
    /// lift, for 20 ms, within 0.3 mm.
    case doubleTapBounce(percent: Double)
    /// Horizontal lines that are bent: at the fraction x of the width, y increases by `millimeters`
    /// · sin(5π(x − 0.1)). The error is 0 at 10, 30, 50, 70 and 90 % of the width, where accuracy
    /// tests measure.
    case bend(millimeters: Double)
}
