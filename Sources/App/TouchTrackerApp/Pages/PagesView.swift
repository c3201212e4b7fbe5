import TouchKit
import TouchKitRaster

/// The sheet with all pages: buttons for the previous, the next and a new page, and a small picture
/// of each page. A tap on a picture shows the page.
package final class PagesView: UIView {
    /// A command of the sheet.
    package enum Command: Hashable, Sendable {
        /// Show the page with the given number.
        case show(Int)
        /// Add a page after all others, and show it.
        case add
        /// Close the sheet.
        case close
    }

    /// The minimum width of a picture on a small screen, in points.
    private static let minimumWidth: CGFloat = 132
    private static let spacing: CGFloat = 12

    /// Called with the command of the button or the picture that the user has tapped.
    package var onCommand: ((Command) -> Void)?
    private let numbers: [Int]
    private let shown: Int
    private let titleLabel = UILabel(frame: .zero)
    private let newButton = FilledButton("New")
    private let previousButton = FilledButton("<")
    private let nextButton = FilledButton(">")
    private let doneButton = FilledButton("Done")
    private let scrollView = UIScrollView(frame: .zero)
    private let thumbnails: [PageThumbnail]

    /// Creates a sheet with an empty frame.
    ///
    /// - Parameters:
    ///   - numbers: The numbers of all pages, in ascending order.
    ///   - shown: The number of the page under the sheet.
    ///   - canAdd: Whether a new page can be added.
    ///   - paper: The paper of pages without a picture.
    ///   - makeBitmap: A closure that returns the picture of a page, or `nil` if there is none. The
    ///     closure is called for each page that becomes visible.
    package init(
        numbers: [Int], shown: Int, canAdd: Bool, paper: Paper,
        makeBitmap: @escaping (Int) -> Bitmap?
    ) {
        self.numbers = numbers
        self.shown = shown
        thumbnails = numbers.map { number in
            PageThumbnail(
                number: number, isShownPage: number == shown, paper: paper.uiColor
            ) { makeBitmap(number) }
        }
        super.init(frame: .zero)
        backgroundColor = MaintenanceColors.background
        titleLabel.textAlignment = .center
        titleLabel.textColor = .white
        let index = numbers.firstIndex(of: shown) ?? 0
        titleLabel.text = "\(index + 1) of \(numbers.count)"
        newButton.isEnabled = canAdd
        previousButton.isEnabled = index > 0
        nextButton.isEnabled = index + 1 < numbers.count
        for view in [titleLabel, newButton, previousButton, nextButton, doneButton, scrollView] {
            addSubview(view)
        }
        for thumbnail in thumbnails { scrollView.addSubview(thumbnail) }
        connect(index)
    }

    private func connect(_ index: Int) {
        send(.add, from: newButton)
        send(.close, from: doneButton)
        if index > 0 { send(.show(numbers[index - 1]), from: previousButton) }
        if index + 1 < numbers.count { send(.show(numbers[index + 1]), from: nextButton) }
        for thumbnail in thumbnails { send(.show(thumbnail.number), from: thumbnail) }
    }

    private func send(_ command: Command, from control: UIControl) {
        control.addAction(for: .touchUpInside) { [weak self] _ in self?.onCommand?(command) }
    }

    /// Places the buttons at the top and the pictures below them, and scrolls to the page under the
    /// sheet.
    package override func layoutSubviews() {
        let margin = MaintenanceStyle.margin(in: bounds.size)
        let size = MaintenanceStyle.cornerButtonSize(in: bounds.size)
        let (width, height) = (size.width, size.height)
        newButton.frame = CGRect(x: margin, y: margin, width: width, height: height)
        doneButton.frame = CGRect(
            x: bounds.maxX - margin - width, y: margin, width: width, height: height)
        let spacing = MaintenanceStyle.spacing
        let side = min(height, 48)
        previousButton.frame = CGRect(
            x: newButton.frame.maxX + spacing, y: margin, width: side, height: height)
        nextButton.frame = CGRect(
            x: doneButton.frame.minX - spacing - side, y: margin, width: side, height: height)
        let left = previousButton.frame.maxX
        titleLabel.frame = CGRect(
            x: left, y: margin, width: nextButton.frame.minX - left, height: height)
        titleLabel.font = MaintenanceStyle.titleFont(
            for: titleLabel.text ?? "", in: bounds.size, width: titleLabel.frame.width - 8)
        let top = 2 * margin + height
        scrollView.frame = CGRect(
            x: 0, y: top, width: bounds.width, height: bounds.height - top)
        layOutThumbnails(width: bounds.width - 2 * margin, margin: margin)
    }

    private func layOutThumbnails(width: CGFloat, margin: CGFloat) {
        let spacing = Self.spacing
        let minimumWidth = max(Self.minimumWidth, min(bounds.width, bounds.height) / 4)
        let columns = max(((width + spacing) / (minimumWidth + spacing)).rounded(.down), 2)
        let cellWidth = ((width + spacing) / columns - spacing).rounded(.down)
        let aspect = bounds.width > 0 ? bounds.height / bounds.width : 1
        let cell = CGSize(
            width: cellWidth, height: (cellWidth * aspect).rounded() + PageThumbnail.titleHeight)
        for (index, thumbnail) in thumbnails.enumerated() {
            let column = CGFloat(index % Int(columns))
            let row = CGFloat(index / Int(columns))
            thumbnail.frame = CGRect(
                x: margin + column * (cell.width + spacing), y: row * (cell.height + spacing),
                width: cell.width, height: cell.height)
        }
        let end = thumbnails.last?.frame.maxY ?? 0
        scrollView.contentSize = CGSize(width: bounds.width, height: end + margin)
        if let shownThumbnail = thumbnails.first(where: { $0.number == shown }) {
            let limit = max(end + margin - scrollView.bounds.height, 0)
            scrollView.contentOffset = CGPoint(x: 0, y: min(shownThumbnail.frame.minY, limit))
        }
    }

    /// Returns the frame of the picture of the page `number`, in the coordinates of the sheet.
    package func frame(ofPage number: Int) -> CGRect? {
        thumbnails.first { $0.number == number }.map { scrollView.convert($0.frame, to: self) }
    }

    /// Returns the frame of the button for a command, in the coordinates of the sheet, or `nil` if
    /// the command has no button.
    package func frame(of command: Command) -> CGRect? {
        switch command {
        case .add: newButton.frame
        case .close: doneButton.frame
        case .show(let number) where number < shown: previousButton.frame
        case .show(let number) where number > shown: nextButton.frame
        case .show: nil
        }
    }
}
