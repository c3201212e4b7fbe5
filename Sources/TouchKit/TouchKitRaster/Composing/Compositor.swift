import TouchKitGeometry

/// A renderer of display lists into a canvas. Rendering reports which pixels of the canvas changed.
///
/// The damaged region is divided into tiles that fit into the first-level cache, and each item is
/// assigned once to the tiles that it intersects. `TilePainter` composes each tile and compares it
/// with the canvas. Only the pixels that differ are stored and marked as damage. Therefore pixels
/// that were invalidated but did not change are not part of the damage.
///
/// Composing a frame allocates nothing after a frame of equal size and complexity.
///
/// Large regions are composed by several threads if the compositor has them. Each thread composes
/// whole rows of tiles, which share no pixels, so the result does not depend on the threads.
package final class Compositor {
    /// The composed picture, in canvas orientation.
    package let canvas: Bitmap
    /// The number of items painted by the latest call of `compose`.
    ///
    /// An item that spans several tiles counts once per tile. Hidden items do not count.
    package var paintedItemCount: Int { painters.reduce(0) { $0 + $1.paintedItemCount } }
    /// The number of pairs of an item and a tile in the latest call of `compose`.
    package var binnedItemCount: Int { bins.pointee.entryCount }
    /// The painters of the threads. The first one belongs to the thread that calls `compose`.
    private let painters: [TilePainter]
    /// The other threads' damage in the current call of `compose`.
    ///
    /// The separate allocations of this and of `bins` avoid Swift's exclusivity checks, which apply
    /// to each access of a stored property of a class.
    private let otherDamage: UnsafeMutableBufferPointer<DamageMask>
    /// The items that may be visible in each tile.
    private let bins: UnsafeMutablePointer<TileBins>
    /// The threads among which large regions are divided, or `nil` to use one thread.
    private let threads: (any PaintingThreads)?
    /// The area from which on a region is divided among the threads, in pixels.
    private let minimumSharedArea: Int
    /// The work that the threads share, or `nil` if a single thread composes.
    @exclusivity(unchecked) private var sharedWork: SharedWork?
    /// Calls `composeRows(onThread:)`. One closure for all frames avoids an allocation in each.
    private lazy var body: (_ thread: Int) -> Void = { [unowned self] thread in
        composeRows(onThread: thread)
    }

    /// The arguments of `compose`.
    private struct SharedWork {
        let list: DisplayList
        let region: Region
        /// The mask for the changed pixels that the calling thread composes.
        let damage: UnsafeMutablePointer<DamageMask>
    }

    /// Creates a compositor with a black canvas.
    ///
    /// - Parameters:
    ///   - width: The width of the canvas, in pixels.
    ///   - height: The height of the canvas, in pixels.
    ///   - tileWidth: The width of a tile, in pixels: a multiple of 8. A tile of 128 × 32 pixels
    ///     has 16 KiB, which is half of the first-level cache of a small core.
    ///   - tileHeight: The height of a tile, in pixels.
    ///   - threads: The threads among which large regions are divided, or `nil` to use one thread.
    ///   - minimumSharedArea: The area from which on a region is divided, in pixels. Below a sixth
    ///     of a screen of 800 × 480 pixels, waking the threads may take longer than they save.
    package init(
        width: Int, height: Int, tileWidth: Int = 128, tileHeight: Int = 32,
        threads: (any PaintingThreads)? = nil, minimumSharedArea: Int = 65_536
    ) {
        precondition(
            tileWidth > 0 && tileWidth % 8 == 0,
            "compositor: the tile width must be a multiple of 8")
        precondition(tileHeight > 0, "compositor: the tile height must be positive")
        let canvas = Bitmap(width: width, height: height)
        self.canvas = canvas
        self.threads = threads
        self.minimumSharedArea = minimumSharedArea
        painters = (0..<(threads?.count ?? 1)).map { _ in
            TilePainter(canvas: canvas, tileWidth: tileWidth, tileHeight: tileHeight)
        }
        otherDamage = .allocate(capacity: painters.count - 1)
        otherDamage.initialize(repeating: DamageMask(width: width, height: height))
        bins = .allocate(capacity: 1)
        bins.initialize(to: TileBins(tileWidth: tileWidth, tileHeight: tileHeight))
    }

    deinit {
        otherDamage.deinitialize()
        otherDamage.deallocate()
        bins.deinitialize(count: 1)
        bins.deallocate()
    }

    /// Composes a region of the canvas.
    ///
    /// - Parameters:
    ///   - list: The items to render in painter's order over a black background.
    ///   - region: The region of the canvas to compose, in pixels.
    ///   - damage: The mask in which all changed pixels are marked, rounded to whole cells.
    /// - Returns: The number of changed pixels.
    /// - Complexity: O(items + tiles that the items intersect + visible painted pixels).
    @discardableResult
    package func compose(
        _ list: DisplayList, in region: Region, damage: inout DamageMask
    ) -> Int {
        for painter in painters {
            painter.paintedItemCount = 0
            painter.differingCount = 0
        }
        bins.pointee.fill(from: list, region: region, canvas: canvas.bounds)
        if let threads, bins.pointee.rows > 1, region.area >= minimumSharedArea {
            share(list, region, among: threads, &damage)
        } else {
            for row in 0..<bins.pointee.rows {
                painters[0].compose(
                    row: row, of: bins.pointee, list, in: region, damage: &damage)
            }
        }
        return painters.reduce(0) { $0 + $1.differingCount }
    }

    /// Composes a region with all threads.
    private func share(
        _ list: DisplayList, _ region: Region, among threads: any PaintingThreads,
        _ damage: inout DamageMask
    ) {
        withUnsafeMutablePointer(to: &damage) { damage in
            sharedWork = SharedWork(list: list, region: region, damage: damage)
            threads.run(body)
            sharedWork = nil
        }
        for index in otherDamage.indices {
            damage.formUnion(otherDamage[index])
            otherDamage[index].removeAll()
        }
    }

    /// Composes the rows of tiles of a thread. Each thread has the same rows in each frame, so that
    /// its memory suffices after a frame of equal size and complexity.
    private func composeRows(onThread thread: Int) {
        guard let sharedWork else { return }
        let own =
            thread == 0 ? sharedWork.damage : otherDamage.baseAddress.map { $0 + (thread - 1) }
        guard let own else { return }
        for row in stride(from: thread, to: bins.pointee.rows, by: painters.count) {
            painters[thread].compose(
                row: row, of: bins.pointee, sharedWork.list, in: sharedWork.region,
                damage: &own.pointee)
        }
    }
}
