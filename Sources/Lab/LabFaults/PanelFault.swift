import TouchKitContacts
import TouchKitGeometry

/// One thing that is wrong with a touch panel. docs/faults.md has the table; `init(parsing:)` reads what the
/// command line says.
///
/// Where something is, is said in percent of the panel as it is scanned out; sizes and distances are in
/// millimetres. "About every second" means after half a second to one and a half.
package enum PanelFault: Hashable, Sendable {
    /// Nothing is reported of fingers in a band from the top to the bottom, its middle at `x` percent of the
    /// width, `width` millimetres wide.
    case deadColumn(x: Double, width: Double)
    /// Nothing is reported of fingers in a band from the left to the right, its middle at `y` percent of the
    /// height, `height` millimetres high.
    case deadRow(y: Double, height: Double)
    /// Across and down are exchanged, as parts of the panel.
    case swapAxes
    /// Left and right are exchanged.
    case flipX
    /// Top and bottom are exchanged.
    case flipY
    /// Everything is reported so many millimetres farther right and down; what would lie outside, at the edge.
    case offset(dx: Double, dy: Double)
    /// Distances from the middle are multiplied; what would lie outside is reported at the edge.
    case scale(x: Double, y: Double)
    /// Each place that is reported is wrong by chance, normally distributed: the standard deviation on each axis,
    /// in millimetres.
    case jitter(millimeters: Double)
    /// About every second the panel is deaf for the finger in this slot, for 150 ms.
    case lostSlot(Int)
    /// About every so many seconds while two fingers or more are down, two of them are taken for each other.
    case swappedSlots(seconds: Double)
    /// About every so many seconds, a contact that nobody makes, anywhere, 20 to 80 ms long.
    case ghost(seconds: Double)
    /// Contacts nearer to each other than so many millimetres are reported as one, in their middle.
    case mergeDistance(millimeters: Double)
    /// At most so many reports of motion a second; the newest places are in each.
    case slowRate(hertz: Double)
    /// About every so many seconds, motions are held back for so many milliseconds.
    case gaps(milliseconds: Double, seconds: Double)
    /// The first contact that is lifted within 8 mm of a place, in percent of width and height, stays where it is for ever;
    /// where no place is named, the third contact that is lifted.
    case stuck(x: Double, y: Double)
    /// The third contact that is lifted stays where it is for ever.
    case stuckAnywhere
    /// So many percent of the taps, contacts shorter than 300 ms, come once more: 25 ms later, for 20 ms, within
    /// 0.3 mm.
    case doubleTapBounce(percent: Double)
    /// Straight lines across are reported bent: at `x` of the width, y is larger by so many millimetres times
    /// sin(5π(x − 1/10)): not at all at 10, 30, 50, 70 and 90 % of the width, where tests of accuracy look.
    case bend(millimeters: Double)
}
