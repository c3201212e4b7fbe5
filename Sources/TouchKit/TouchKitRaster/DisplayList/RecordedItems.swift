import TouchKitGeometry

/// The parts of a display list that change with each appended item: items, masks, clips, open
/// layers and bitmaps.
struct RecordedItems {
    /// A drawing command.
    typealias Item = DisplayList.Item

    /// The drawing commands, from back to front.
    var items: [Item] = []
    /// The shapes of the masks of all layers.
    var masks: [Item] = []
    /// The layers that have begun and not ended, the innermost last.
    var openLayers: [DisplayList.OpenLayer] = []
    /// Whether appended items belong to a mask.
    var isRecordingMask = false
    /// The stack of clips. Each clip is inside the clip below it on the stack.
    var clips: [PixelRect] = []
    /// The bitmaps in use, each stored at least once.
    private(set) var bitmaps: [Bitmap] = []
    /// A direct-mapped cache that maps a bitmap's address to its index in `bitmaps`.
    ///
    /// A list with thousands of bitmap items usually uses few different bitmaps, so most lookups
    /// succeed.
    private var indexCache = [Int](repeating: 0, count: indexCacheSize)
    /// The number of slots in the bitmap index cache.
    private static let indexCacheSize = 32

    /// Removes all items, but keeps the allocated memory.
    mutating func removeAll() {
        items.emptyKeepingCapacity()
        masks.emptyKeepingCapacity()
        openLayers.emptyKeepingCapacity()
        clips.emptyKeepingCapacity()
        bitmaps.emptyKeepingCapacity()
    }

    /// Appends an item to the list, or to the mask that is being recorded. Does nothing if the clip
    /// contains no pixel of the item.
    @inline(__always)
    mutating func append(_ shape: DisplayList.Shape, color: PixelColor, box: PixelRect) {
        let bounds = clips.last.map { $0.intersection(box) } ?? box
        if bounds.isEmpty { return }
        let item = Item(shape: shape, color: color, bounds: bounds)
        if isRecordingMask {
            masks.append(item)
            return
        }
        items.append(item)
        extendInnermostLayer(bounds)
    }

    /// Extends the bounding box of the innermost open layer to include `bounds`.
    mutating func extendInnermostLayer(_ bounds: PixelRect) {
        guard let last = openLayers.indices.last else { return }
        openLayers[last].content = openLayers[last].content.union(bounds)
    }

    /// Retains a bitmap and returns its index. A bitmap may be stored twice if another bitmap has
    /// replaced it in the index cache.
    mutating func retain(_ bitmap: Bitmap) -> Int {
        // The address is hashed by two shifts, because bitmap objects are several cache lines
        // apart.
        let address = UInt(bitPattern: Unmanaged.passUnretained(bitmap).toOpaque())
        let slot = Int(truncatingIfNeeded: address >> 4 ^ address >> 9) & (Self.indexCacheSize - 1)
        let index = indexCache[slot]
        if index < bitmaps.count, bitmaps[index] === bitmap { return index }
        indexCache[slot] = bitmaps.count
        bitmaps.append(bitmap)
        return bitmaps.count - 1
    }
}

extension Array {
    /// Removes all elements, but keeps the allocated memory. The standard library's method has a
    /// fixed cost also for an empty array.
    @inline(__always)
    mutating func emptyKeepingCapacity() {
        if !isEmpty { removeAll(keepingCapacity: true) }
    }
}
