import LabFieldTest
import TouchKit

/// The base class of the field test's pages, which fill the screen below the header.
///
/// A page displays the state of a `FieldTest`. Pages ignore `UITouch`es, because the field test
/// processes the touch frames itself.
class FieldTestPage: UIView {
    /// `false`: the view draws what changed whenever a part is repainted.
    override class var hasBackingStore: Bool { false }

    /// The positions of the targets and buttons on all pages.
    let layout: FieldTestLayout
    /// The instruction for the user, which the header shows.
    var instruction = ""
    /// The progress of the test in a few words, which the header shows.
    var status = ""
    /// The longest text that `status` can have on the page. The header reserves space for this
    /// text.
    var longestStatus: String { status }
    /// The interval in seconds at which the page is updated without touches, or `nil` for a page
    /// that only changes with touches.
    var refreshInterval: Double? { nil }
    /// The rectangles that the header must not cover, in points: targets, and large elements of the
    /// page.
    var obstacles: [CGRect] { [] }
    /// The area below the header, in which pages that consist of text lay out their content.
    var contentArea = CGRect.zero {
        didSet { if contentArea != oldValue { setNeedsLayout() } }
    }

    /// Creates a page that covers the screen and uses the positions in `layout`.
    init(_ layout: FieldTestLayout) {
        self.layout = layout
        super.init(frame: layout.stage.bounds)
        isOpaque = false
        isUserInteractionEnabled = false
    }

    /// Updates the page from the current state of the field test, and invalidates the parts that
    /// changed.
    func update(from test: FieldTest) {}

    /// Returns a length in millimeters as points, at most `maximumShare` of the screen's shorter
    /// side.
    func points(millimeters: Double, maximumShare: Double) -> CGFloat {
        let bounds = layout.stage.bounds
        return min(
            millimeters * layout.stage.pointsPerMillimeter,
            min(bounds.width, bounds.height) * maximumShare)
    }

    /// Returns the square around `center` whose sides are `radius` away from `center`.
    static func square(around center: CGPoint, radius: CGFloat) -> CGRect {
        CGRect(x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius)
    }
}
