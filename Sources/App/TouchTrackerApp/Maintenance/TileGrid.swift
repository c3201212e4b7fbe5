import TouchKit

/// A page of the maintenance menu with tile buttons of equal size. The number of columns is chosen
/// so that the tiles have the best size and shape.
final class TileGrid: UIView, MaintenancePage {
    /// The page's title in the title bar of the maintenance menu.
    let title: String
    /// Called with a message of one line for the user, as `MaintenancePage` requires. A grid has no
    /// messages and never calls the closure.
    var onMessage: ((String) -> Void)?
    /// The distance between tiles, in points.
    private static let spacing = MaintenanceStyle.spacing
    /// The preferred minimum side length of a tile, in points. Smaller tiles are difficult to
    /// touch.
    private static let preferredMinimumSide: CGFloat = 64
    /// The maximum width and height of a tile, in points.
    private static let maximumSide: CGFloat = 220
    private var tiles: [(background: RoundedBackgroundView, button: IconButton)] = []

    /// Creates an empty grid with a title for the title bar of the maintenance menu.
    init(title: String) {
        self.title = title
        super.init(frame: .zero)
    }

    /// Does nothing, because a grid has no running tasks.
    func pageWillClose() {}

    /// Appends a tile that contains `button`.
    func add(_ button: IconButton) {
        let background = RoundedBackgroundView(frame: .zero)
        background.addSubview(button)
        // A held button shows a hint above itself, which must cover the other tiles.
        button.addAction(for: .touchDown) { [weak self, weak background] _ in
            if let background { self?.bringSubviewToFront(background) }
        }
        addSubview(background)
        tiles.append((background, button))
    }

    /// Returns the frame of the tile whose button shows `face`, in the coordinates of the grid, or
    /// `nil` if there is no such tile.
    func frame(of face: IconButton.Face) -> CGRect? {
        tiles.first { $0.button.face == face }?.background.frame
    }

    /// Gives all tiles the same size and centers them as a group.
    override func layoutSubviews() {
        if tiles.isEmpty { return }
        let columns = bestColumnCount
        let tileSize = tileSize(columnCount: columns)
        let rows = rowCount(columnCount: columns)
        let left =
            bounds.midX - (CGFloat(columns) * (tileSize.width + Self.spacing) - Self.spacing) / 2
        let top =
            bounds.midY - (CGFloat(rows) * (tileSize.height + Self.spacing) - Self.spacing) / 2
        for (index, tile) in tiles.enumerated() {
            let column = CGFloat(index % columns)
            let row = CGFloat(index / columns)
            tile.background.frame = CGRect(
                x: (left + column * (tileSize.width + Self.spacing)).rounded(),
                y: (top + row * (tileSize.height + Self.spacing)).rounded(),
                width: tileSize.width, height: tileSize.height)
            tile.button.frame = tile.background.bounds
        }
    }

    private func rowCount(columnCount: Int) -> Int {
        (tiles.count + columnCount - 1) / columnCount
    }

    private func tileSize(columnCount: Int) -> CGSize {
        let rows = CGFloat(rowCount(columnCount: columnCount))
        let width = (bounds.width + Self.spacing) / CGFloat(columnCount) - Self.spacing
        let height = (bounds.height + Self.spacing) / rows - Self.spacing
        return CGSize(
            width: min(width, Self.maximumSide).rounded(.down),
            height: min(height, Self.maximumSide).rounded(.down))
    }

    /// The number of columns that gives the tiles the best size and shape.
    ///
    /// The criteria, in descending order of priority: sides of at least `preferredMinimumSide`, the
    /// largest tiles at a preferred aspect ratio of 1.3, the highest tiles, and the smallest number
    /// of empty cells.
    private var bestColumnCount: Int {
        var best = (columns: 1, isLargeEnough: false, rank: (CGFloat.zero, CGFloat.zero, Int.min))
        for columns in 1...tiles.count {
            let size = tileSize(columnCount: columns)
            let isLargeEnough = min(size.width, size.height) >= Self.preferredMinimumSide
            if best.isLargeEnough, !isLargeEnough { continue }
            let emptyCells = rowCount(columnCount: columns) * columns - tiles.count
            let rank = (min(size.width, size.height * 1.3), size.height, -emptyCells)
            if isLargeEnough != best.isLargeEnough || rank > best.rank {
                best = (columns, isLargeEnough, rank)
            }
        }
        return best.columns
    }
}
