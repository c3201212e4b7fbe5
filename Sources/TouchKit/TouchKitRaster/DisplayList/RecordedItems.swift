import TouchKitGeometry

/// What a display list has of each item that is recorded: items, clips, open layers and pictures.
struct RecordedItems {
    typealias Item = DisplayList.Item

    /// What there is to paint, from the back to the front.
    var items: [Item] = []
    /// The shapes of all layers' masks.
    var masks: [Item] = []
    /// The layers that have begun and not ended, the innermost last.
    var openLayers: [DisplayList.OpenLayer] = []
    /// Whether what is painted now belongs to a mask.
    var isRecordingMask = false
    /// The clips that hold, each inside those before.
    var clips: [PixelRect] = []
    /// The pictures that items paint.
    private(set) var bitmaps: [Bitmap] = []
    /// Where some of the pictures are, by their addresses: what draws thousands of pictures has few, and
    /// takes them in turn.
    private var places = [Int](repeating: 0, count: placeCount)
    private static let placeCount = 32

    /// Empties it and keeps the memory.
    mutating func removeAll() {
        items.removeAll(keepingCapacity: true)
        masks.removeAll(keepingCapacity: true)
        openLayers.removeAll(keepingCapacity: true)
        clips.removeAll(keepingCapacity: true)
        bitmaps.removeAll(keepingCapacity: true)
    }

    /// Adds an item: to the list, or to the mask that is recorded now.
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
        noteContent(bounds)
    }

    /// The innermost layer has something there.
    mutating func noteContent(_ bounds: PixelRect) {
        guard let last = openLayers.indices.last else { return }
        openLayers[last].content = openLayers[last].content.union(bounds)
    }

    /// Keeps a picture, and says its number; one that is kept already is found again, or kept twice.
    mutating func keep(_ bitmap: Bitmap) -> Int {
        // Pictures lie whole lines of memory apart.
        let address = UInt(bitPattern: Unmanaged.passUnretained(bitmap).toOpaque())
        let slot = Int(truncatingIfNeeded: address >> 4 ^ address >> 9) & (Self.placeCount - 1)
        let place = places[slot]
        if place < bitmaps.count, bitmaps[place] === bitmap { return place }
        places[slot] = bitmaps.count
        bitmaps.append(bitmap)
        return bitmaps.count - 1
    }
}
