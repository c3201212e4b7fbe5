import TouchKit

/// A group of buttons of equal size in one or two rows. One of the buttons can be selected.
package class Palette: RoundedBackgroundView {
    /// The permitted range of the width and height of a button, in points.
    static let cellExtents: ClosedRange<CGFloat> = 44...48

    /// Called with the face of the button that the user has tapped.
    var onSelect: ((IconButton.Face) -> Void)?
    /// The face of the button that is marked as selected, or `nil` if no button is selected.
    var selection: IconButton.Face? {
        didSet { for button in buttons { button.isSelected = button.face == selection } }
    }
    private let buttons: [IconButton]

    /// Creates a palette with an empty frame and a button for each element of `faces`.
    init(faces: [IconButton.Face]) {
        buttons = faces.map { IconButton($0) }
        super.init(frame: .zero)
        for (face, button) in zip(faces, buttons) {
            button.addAction(for: .touchUpInside) { [weak self] _ in self?.onSelect?(face) }
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

    /// Returns the touchable frame of the button with the face `face` in the coordinates of the
    /// palette, or `nil` if there is no such button.
    func frame(of face: IconButton.Face) -> CGRect? {
        buttons.firstIndex { $0.face == face }.map { frame(ofButton: $0) }
    }

    private func frame(ofButton index: Int) -> CGRect {
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
