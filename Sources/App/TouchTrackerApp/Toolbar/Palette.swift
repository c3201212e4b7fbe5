import TouchKit

/// A panel of buttons of which one can be chosen, in rows of cells of one size.
package class Palette: PlateView {
    /// The least and the largest extent of a cell, in points.
    static let cellExtents: ClosedRange<CGFloat> = 44...48

    /// Is called with the number of the button that was tapped.
    var onPick: ((Int) -> Void)?
    /// The number of the one that is marked as chosen; nil for none.
    var selection: Int? {
        didSet {
            for (number, button) in buttons.enumerated() {
                button.isSelected = number == selection
            }
        }
    }
    private let buttons: [IconButton]

    /// Makes a palette without an extent.
    init(faces: [IconButton.Face]) {
        buttons = faces.map { IconButton($0) }
        super.init(frame: .zero)
        for (number, button) in buttons.enumerated() {
            button.addAction(for: .touchUpInside) { [weak self] _ in self?.onPick?(number) }
            addSubview(button)
        }
    }

    /// Divides its extent among the buttons.
    package override func layoutSubviews() {
        super.layoutSubviews()
        for (number, button) in buttons.enumerated() { button.frame = frame(ofButton: number) }
    }

    /// The size that fits a width, in points: one row, or two where one would make cells too small.
    package override func sizeThatFits(_ size: CGSize) -> CGSize {
        let columns = columns(in: size.width)
        let cell = Self.cell(in: size.width, columns: columns)
        let rows = (buttons.count + columns - 1) / columns
        return CGSize(width: CGFloat(columns) * cell, height: CGFloat(rows) * cell)
    }

    /// Where a button lies, in the palette's coordinates.
    func frame(ofButton number: Int) -> CGRect {
        let columns = columns(in: bounds.width)
        let rows = (buttons.count + columns - 1) / columns
        let cell = CGSize(
            width: bounds.width / CGFloat(columns), height: bounds.height / CGFloat(rows))
        return CGRect(
            x: CGFloat(number % columns) * cell.width,
            y: CGFloat(number / columns) * cell.height, width: cell.width, height: cell.height)
    }

    private func columns(in width: CGFloat) -> Int {
        let all = CGFloat(buttons.count) * Self.cellExtents.lowerBound
        return width >= all ? buttons.count : (buttons.count + 1) / 2
    }

    private static func cell(in width: CGFloat, columns: Int) -> CGFloat {
        // Even, so that icons lie on whole points.
        let even = (width / CGFloat(columns) / 2).rounded(.down) * 2
        return min(max(even, cellExtents.lowerBound), cellExtents.upperBound)
    }
}

/// The three widths of ink.
final class WidthPalette: Palette {
    /// Is called with the width that was chosen.
    var onChoose: ((InkWidth) -> Void)?
    /// The width that is marked as chosen.
    var width: InkWidth? {
        didSet { selection = width.flatMap { InkWidth.allCases.firstIndex(of: $0) } }
    }

    init() {
        super.init(faces: InkWidth.allCases.map { .width($0) })
        onPick = { [weak self] in self?.onChoose?(InkWidth.allCases[$0]) }
    }

    /// Where a width's button lies, in the palette's coordinates.
    func frame(of width: InkWidth) -> CGRect? {
        InkWidth.allCases.firstIndex(of: width).map { frame(ofButton: $0) }
    }
}
