import TouchKit

/// A group of buttons of equal size in one or two rows. One of the buttons can be selected.
package class Palette: RoundedBackgroundView {
    /// The permitted range of the width and height of a button, in points.
    static let cellExtents: ClosedRange<CGFloat> = 44...48

    /// Called with the index of the button that the user has tapped.
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

    /// Distributes the buttons over the area of the palette.
    package override func layoutSubviews() {
        super.layoutSubviews()
        for (index, button) in buttons.enumerated() { button.frame = frame(ofButton: index) }
    }

    /// Returns the size that the palette needs if its width is limited to the width of `size`, in
    /// points. The buttons form one row, or two rows if the buttons of one row would be too small.
    package override func sizeThatFits(_ size: CGSize) -> CGSize {
        let columns = columns(in: size.width)
        let cell = Self.cell(in: size.width, columns: columns)
        let rows = (buttons.count + columns - 1) / columns
        return CGSize(width: CGFloat(columns) * cell, height: CGFloat(rows) * cell)
    }

    /// Returns the frame of the button at `index`, in the coordinates of the palette.
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

/// A palette with a button for each tool and for the eraser.
final class ToolPalette: Palette {
    /// The tools in the order of the palette. The eraser follows them.
    private static let tools: [Tool] = [.pen, .line]

    /// Called with the tool that the user has selected, or `nil` for the eraser.
    var onToolSelected: ((Tool?) -> Void)?
    /// The tool that is marked as selected, or `nil` for the eraser.
    var tool: Tool? {
        didSet { selection = tool.flatMap { Self.tools.firstIndex(of: $0) } ?? Self.tools.count }
    }

    init() {
        super.init(faces: Self.tools.map { .tool($0) } + [.eraser])
        onSelect = { [weak self] in
            self?.onToolSelected?(Self.tools.indices.contains($0) ? Self.tools[$0] : nil)
        }
    }

    /// Returns the frame of the button for `tool`, or for the eraser if `tool` is `nil`, in the
    /// coordinates of the palette.
    func frame(of tool: Tool?) -> CGRect {
        frame(ofButton: tool.flatMap { Self.tools.firstIndex(of: $0) } ?? Self.tools.count)
    }
}

/// A palette with a button for each line width.
final class WidthPalette: Palette {
    /// Called with the line width that the user has selected.
    var onWidthSelected: ((InkWidth) -> Void)?
    /// The line width that is marked as selected, or `nil` if no width is selected.
    var width: InkWidth? {
        didSet { selection = width.flatMap { InkWidth.allCases.firstIndex(of: $0) } }
    }

    init() {
        super.init(faces: InkWidth.allCases.map { .width($0) })
        onSelect = { [weak self] in self?.onWidthSelected?(InkWidth.allCases[$0]) }
    }

    /// Returns the frame of the button for `width`, in the coordinates of the palette.
    func frame(of width: InkWidth) -> CGRect? {
        InkWidth.allCases.firstIndex(of: width).map { frame(ofButton: $0) }
    }
}
