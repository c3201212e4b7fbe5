import LabFieldTest
import TouchKit

/// What one page of the field test shows below its words. It draws what a `FieldTest` says, and no finger
/// does anything to it.
class FieldTestPage: UIView {
    /// Where things are.
    let layout: FieldTestLayout
    /// What has to be done now.
    var instruction = ""
    /// How far it is, in a few words.
    var status = ""
    /// The longest that `status` becomes, for the room that it needs.
    var longestStatus: String { status }
    /// How often it is looked at though nobody touches, in seconds; nil: not at all.
    var refreshInterval: Double? { nil }
    /// Where fingers are wanted, or where something is large: words keep away from it.
    var obstacles: [CGRect] { [] }
    /// The room below the header, for pages that are made of words.
    var room = CGRect.zero {
        didSet { if room != oldValue { setNeedsLayout() } }
    }

    /// Makes a page on the whole stage.
    init(_ layout: FieldTestLayout) {
        self.layout = layout
        super.init(frame: layout.stage.bounds)
        isOpaque = false
        isUserInteractionEnabled = false
    }

    /// Shows what there is by now; draws what changed.
    func show(_ test: FieldTest) {}

    /// A number of millimetres in points, within a part of the screen's shorter side.
    func points(millimeters: Double, atMost part: Double) -> CGFloat {
        let bounds = layout.stage.bounds
        return min(
            millimeters * layout.stage.pointsPerMillimeter, min(bounds.width, bounds.height) * part)
    }

    /// The square around a place.
    static func square(_ place: CGPoint, _ radius: CGFloat) -> CGRect {
        CGRect(x: place.x - radius, y: place.y - radius, width: 2 * radius, height: 2 * radius)
    }
}
