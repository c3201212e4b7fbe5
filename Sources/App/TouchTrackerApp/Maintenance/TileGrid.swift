import TouchKit

/// Large buttons on plates, in as many columns as give them the best shape.
final class TileGrid: MaintenancePage {
    /// Between tiles, in points.
    private static let gap: CGFloat = 6
    /// What a tile has each way if there is room for it, in points: easy to hit.
    private static let least: CGFloat = 64
    /// The largest extent of a tile, in points: beyond it nothing is easier to hit.
    private static let most: CGFloat = 220
    private var tiles: [(plate: PlateView, button: IconButton)] = []

    /// Adds a button behind those there are.
    func add(_ button: IconButton) {
        let plate = PlateView(frame: .zero)
        plate.addSubview(button)
        // What a held button says above itself lies over the other plates.
        button.addAction(for: .touchDown) { [weak self, weak plate] _ in
            if let plate { self?.bringSubviewToFront(plate) }
        }
        addSubview(plate)
        tiles.append((plate, button))
    }

    /// Where the button with a face lies, in the grid's coordinates; nil where there is none.
    func frame(of face: IconButton.Face) -> CGRect? {
        tiles.first { $0.button.face == face }?.plate.frame
    }

    /// Gives all tiles one size, in the middle.
    override func layoutSubviews() {
        if tiles.isEmpty { return }
        let columns = bestColumns
        let cell = cell(columns)
        let rows = rows(columns)
        let left = bounds.midX - (CGFloat(columns) * (cell.width + Self.gap) - Self.gap) / 2
        let top = bounds.midY - (CGFloat(rows) * (cell.height + Self.gap) - Self.gap) / 2
        for (number, tile) in tiles.enumerated() {
            tile.plate.frame = CGRect(
                x: (left + CGFloat(number % columns) * (cell.width + Self.gap)).rounded(),
                y: (top + CGFloat(number / columns) * (cell.height + Self.gap)).rounded(),
                width: cell.width, height: cell.height)
            tile.button.frame = tile.plate.bounds
        }
    }

    private func rows(_ columns: Int) -> Int { (tiles.count + columns - 1) / columns }

    private func cell(_ columns: Int) -> CGSize {
        let width = (bounds.width + Self.gap) / CGFloat(columns) - Self.gap
        let height = (bounds.height + Self.gap) / CGFloat(rows(columns)) - Self.gap
        return CGSize(
            width: min(width, Self.most).rounded(.down),
            height: min(height, Self.most).rounded(.down))
    }

    /// Tiles are easy to hit; then as large as can be, a little broader than high; of equal ones those with
    /// fewest holes.
    private var bestColumns: Int {
        var best = (columns: 1, isEasy: false, extent: CGFloat.zero, holes: Int.max)
        for columns in 1...tiles.count {
            let cell = cell(columns)
            let isEasy = min(cell.width, cell.height) >= Self.least
            if best.isEasy, !isEasy { continue }
            let extent = min(cell.width, cell.height * 1.3)
            let holes = rows(columns) * columns - tiles.count
            if isEasy != best.isEasy || extent > best.extent
                || (extent == best.extent && holes < best.holes)
            {
                best = (columns, isEasy, extent, holes)
            }
        }
        return best.columns
    }
}
