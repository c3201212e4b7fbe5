import TouchKit

/// A group of buttons of equal size in rows, of which one can be selected.
package class Palette: RoundedBackgroundView {
    /// The range of the width and height of a button, in points.
    static let cellExtents: ClosedRange<CGFloat> = 44...48

    /// Called with the index of a button that was tapped.
    var onSelect: ((Int) -> Void)?
    /// The index of the button that is marked as selected, or `nil` if no button is selected.
    var selection: Int? {
        didSet {
            for (index, button) in buttons.enumerated() {
                button.isSelected = index == selection
            }
        }
    }
    private let buttons: [IconButton]

    /// Creates a palette with an empty frame and a button for each element of `faces`.
    init(faces: [IconButton.Face]) {
        buttons = faces.map { IconButton($0) }
        super.init(frame: .zero)
        for (index, button) in buttons.enumerated() {
            button.addAction(for: .touchUpInside) { [weak self] _ in self?.onSelect?(index) }
            addSubview(button)
        }
    }

    /// Lays out the buttons in the palette's size.
    package override func layoutSubviews() {
        super.layoutSubviews()
        for (index, button) in buttons.enumerated() { button.frame = frame(ofButton: index) }
    }

    /// Returns the size of the palette, in points, for the width of `size`: one row of buttons, or
    /// two rows if the buttons would otherwise be too small.
    package override func sizeThatFits(_ size: CGSize) -> CGSize {
        let columns = columns(in: size.width)
        let cell = Self.cell(in: size.width, columns: columns)
        let rows = (buttons.count + columns - 1) / columns
        return CGSize(width: CGFloat(columns) * cell, height: CGFloat(rows) * cell)
    }

    /// Returns the frame of the button at `index` in the palette's coordinates.
    func frame(ofButton index: Int) -> CGRect {
        let columns = columns(in: bounds.width)
        let rows = (buttons.count + columns - 1) / columns
        let cell = CGSize(
            width: bounds.width / CGFloat(columns), height: bounds.height / CGFloat(rows))
        return CGRect(
            x: CGFloat(index % columns) * cell.width,
            y: CGFloat(index / columns) * cell.height, width: cell.width, height: cell.height)
    }

    private func columns(in width: CGFloat) -> Int {
        let all = CGFloat(buttons.count) * Self.cellExtents.lowerBound
        return width >= all ? buttons.count : (buttons.count + 1) / 2
    }

    private static func cell(in width: CGFloat, columns: Int) -> CGFloat {
        // An even size aligns the icons to whole points.
        let even = (width / CGFloat(columns) / 2).rounded(.down) * 2
        return min(max(even, cellExtents.lowerBound), cellExtents.upperBound)
    }
}

/// A palette of the ink widths.
final class WidthPalette: Palette {
    /// Called with the width that was selected.
    var onWidthSelected: ((InkWidth) -> Void)?
    /// The width that is marked as selected, or `nil` if no width is selected.
    var width: InkWidth? {
        didSet { selection = width.flatMap { InkWidth.allCases.firstIndex(of: $0) } }
    }

    init() {
        super.init(faces: InkWidth.allCases.map { .width($0) })
        onSelect = { [weak self] in self?.onWidthSelected?(InkWidth.allCases[$0]) }
    }

    /// Returns the frame of a width's button in the palette's coordinates.
    func frame(of width: InkWidth) -> CGRect? {
        InkWidth.allCases.firstIndex(of: width).map { frame(ofButton: $0) }
    }
}
