import TouchKit
import TouchKitRaster
import TouchTrackerStore

/// A control that shows a small picture of a page and the page's number.
final class PageThumbnail: UIControl {
    /// The height of the area with the page's number below the picture, in points.
    static let titleHeight: CGFloat = 28
    private static let borderWidth: CGFloat = 3

    /// The number of the page.
    let number: Int
    private let isShownPage: Bool
    private let makeBitmap: () -> Bitmap?
    /// The picture, or `nil` before it was drawn or if the page has none. The outer optional is
    /// `nil` until `makeBitmap` was called.
    private var image: UIImage??
    private let paper: UIColor

    /// Creates a control with an empty frame.
    ///
    /// - Parameters:
    ///   - number: The number of the page.
    ///   - isShownPage: Whether the page is the page under the sheet, which has a colored border.
    ///   - paper: The color of a page without a picture.
    ///   - makeBitmap: A closure that returns the page's picture, or `nil` if there is none. The
    ///     closure is called when the control is drawn for the first time.
    init(
        number: Int, isShownPage: Bool, paper: UIColor, makeBitmap: @escaping () -> Bitmap?
    ) {
        self.number = number
        self.isShownPage = isShownPage
        self.paper = paper
        self.makeBitmap = makeBitmap
        super.init(frame: .zero)
        isOpaque = false
        contentMode = .redraw
    }

    /// Draws the picture with a border, and the number below it.
    override func draw(_ rect: CGRect) {
        let border = Self.borderWidth
        var area = bounds.insetBy(dx: border, dy: border)
        area.size.height -= Self.titleHeight - border
        if image == nil {
            let pixels = area.width * contentScaleFactor
            image = .some(
                makeBitmap().map {
                    UIImage(bitmap: Self.reduced($0, toWidth: Int(pixels.rounded())))
                })
        }
        let frame = UIBezierPath(rect: area.insetBy(dx: -border, dy: -border))
        (isShownPage ? MaintenanceColors.selectedButton : MaintenanceColors.background).setFill()
        frame.fill()
        paper.setFill()
        UIBezierPath(rect: area).fill()
        if let image = image ?? nil {
            image.draw(in: Self.rect(of: image.size, in: area))
        }
        if isHighlighted {
            UIColor(white: 0, alpha: 0.3).setFill()
            UIBezierPath(rect: area).fill()
        }
        let title = "\(number)"
        let attributes: [TextAttribute: Any] = [
            .font: UIFont.systemFont(ofSize: 17), .foregroundColor: UIColor.white,
        ]
        let size = title.size(withAttributes: attributes)
        title.draw(
            at: CGPoint(
                x: (bounds.midX - size.width / 2).rounded(),
                y: (bounds.maxY - (Self.titleHeight + size.height) / 2).rounded()),
            withAttributes: attributes)
    }

    /// Returns the largest rectangle with the aspect ratio of `size` in the center of `area`.
    private static func rect(of size: CGSize, in area: CGRect) -> CGRect {
        let scale = min(area.width / size.width, area.height / size.height)
        let (width, height) = ((size.width * scale).rounded(), (size.height * scale).rounded())
        return CGRect(
            x: (area.midX - width / 2).rounded(), y: (area.midY - height / 2).rounded(),
            width: width, height: height)
    }

    /// Returns a copy of `bitmap` whose width and height are divided by a whole number, at least
    /// `width` pixels wide if `bitmap` is. Each pixel is the mean of the pixels it replaces.
    static func reduced(_ bitmap: Bitmap, toWidth width: Int) -> Bitmap {
        let factor = max(bitmap.width / max(width, 1), 1)
        let result = Bitmap(
            width: max(bitmap.width / factor, 1), height: max(bitmap.height / factor, 1))
        let count = UInt32(factor * factor)
        for y in 0..<result.height {
            for x in 0..<result.width {
                var (red, green, blue): (UInt32, UInt32, UInt32) = (0, 0, 0)
                for row in y * factor..<min((y + 1) * factor, bitmap.height) {
                    for column in x * factor..<min((x + 1) * factor, bitmap.width) {
                        let pixel = bitmap[column, row]
                        red += pixel >> 16 & 255
                        green += pixel >> 8 & 255
                        blue += pixel & 255
                    }
                }
                result[x, y] =
                    255 << 24 | (red / count) << 16 | (green / count) << 8 | blue / count
            }
        }
        return result
    }
}
