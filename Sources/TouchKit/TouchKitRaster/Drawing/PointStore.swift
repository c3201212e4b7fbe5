import TouchKitGeometry

/// The points of all strokes, those of a stroke side by side: 8 bytes a point, 8 more a stroke.
///
/// Points are written one stroke after the other into chunks of 16 KiB; a stroke of more than
/// 500 gets a chunk of its own. A chunk of which less than half is still in use is emptied: what
/// lives in it is copied behind the newest points. So the memory is bounded by the points, and no
/// removal takes longer than copying half a chunk.
final class PointStore {
    /// A point, in pixels.
    typealias Point = SIMD2<Float>

    /// A finite point as it is kept: in 24 bits, and no further than ±2²⁰.
    static func kept(_ point: CGPoint) -> Point {
        let limit = 1_048_576.0
        return SIMD2(
            Float(min(max(point.x, -limit), limit)), Float(min(max(point.y, -limit), limit)))
    }

    /// A place is a chunk's number and, in its lower 11 bits, where in the chunk.
    private static let chunkShift: UInt32 = 11
    private static let chunkRoom = 1 << 11
    /// The owner of points that were released.
    private static let nobody = UInt32.max

    private struct Chunk {
        var base: UnsafeMutablePointer<Point>
        var room: Int
        /// Elements written, headers included.
        var used = 0
        /// Those of them that belong to strokes.
        var live = 0
    }

    private var chunks: [Chunk?] = []
    /// The memory of chunks that were emptied, for the next ones: strokes that grow point by point
    /// empty one after the other.
    private var spares: [UnsafeMutablePointer<Point>] = []
    /// So many are kept: what ten fingers' ink fills while it grows.
    private static let spareLimit = 64
    private var freeNumbers: [Int] = []
    /// The chunk that is being filled.
    private var filling: Int?

    init() {
        spares.reserveCapacity(Self.spareLimit)
        filling = newChunk(room: Self.chunkRoom)
    }

    deinit {
        for case let chunk? in chunks { chunk.base.deallocate() }
        for spare in spares { spare.deallocate() }
    }

    /// The memory of all chunks, in bytes.
    var byteCount: Int {
        let rooms = chunks.reduce(0) { $0 + ($1?.room ?? 0) } + spares.count * Self.chunkRoom
        return rooms * MemoryLayout<Point>.stride
    }

    /// A stroke's points; valid until points are stored or released.
    @inline(__always)
    func points(at place: UInt32) -> UnsafeMutableBufferPointer<Point> {
        guard let chunk = chunks[Int(place >> Self.chunkShift)] else {
            preconditionFailure("the points of a removed stroke are asked for")
        }
        let header = chunk.base + Int(place & UInt32(Self.chunkRoom - 1))
        return UnsafeMutableBufferPointer(start: header + 1, count: Self.count(header))
    }

    /// Makes room for points, whose values the caller sets.
    ///
    /// - Parameters:
    ///   - count: The number of points, at least 1.
    ///   - owner: The stroke's number.
    /// - Returns: Where they are.
    func store(count: Int, owner: UInt32) -> UInt32 {
        precondition(count >= 1, "a stroke has points")
        let needed = count + 1
        let number = chunk(withRoom: needed)
        guard var chunk = chunks[number] else { preconditionFailure("a chunk has memory") }
        let offset = chunk.used
        let header = chunk.base + offset
        header.initialize(repeating: Point(), count: needed)
        Self.setHeader(header, owner: owner, count: count)
        chunk.used += needed
        chunk.live += needed
        chunks[number] = chunk
        return UInt32(number) << Self.chunkShift | UInt32(offset)
    }

    /// Gives a stroke's points up.
    ///
    /// - Parameter moved: Called for each stroke whose points are elsewhere now.
    func release(_ place: UInt32, moved: (_ owner: UInt32, _ place: UInt32) -> Void) {
        let number = Int(place >> Self.chunkShift)
        guard var chunk = chunks[number] else { return }
        let header = chunk.base + Int(place & UInt32(Self.chunkRoom - 1))
        let count = Self.count(header)
        Self.setHeader(header, owner: Self.nobody, count: count)
        chunk.live -= count + 1
        chunks[number] = chunk
        if chunk.live * 2 >= chunk.used { return }
        if number == filling {
            // As long as there is little in it, it may as well be filled first.
            if chunk.used * 2 < chunk.room { return }
            filling = nil
        }
        empty(number, moved: moved)
    }

    /// Gives all points up.
    func removeAll() {
        for case let chunk? in chunks { chunk.base.deallocate() }
        chunks.removeAll()
        freeNumbers.removeAll()
        filling = newChunk(room: Self.chunkRoom)
    }

    private func empty(_ number: Int, moved: (UInt32, UInt32) -> Void) {
        guard let chunk = chunks[number] else { return }
        var offset = 0
        while offset < chunk.used {
            let header = chunk.base + offset
            let count = Self.count(header)
            let owner = Self.owner(header)
            if owner != Self.nobody {
                let place = store(count: count, owner: owner)
                points(at: place).baseAddress?.update(from: header + 1, count: count)
                moved(owner, place)
            }
            offset += count + 1
        }
        if spares.count < Self.spareLimit && chunk.room == Self.chunkRoom {
            spares.append(chunk.base)
        } else {
            chunk.base.deallocate()
        }
        chunks[number] = nil
        freeNumbers.append(number)
    }

    private func chunk(withRoom needed: Int) -> Int {
        if needed > Self.chunkRoom / 4 { return newChunk(room: needed) }
        if let filling, let chunk = chunks[filling], chunk.used + needed <= chunk.room {
            return filling
        }
        let number = newChunk(room: Self.chunkRoom)
        filling = number
        return number
    }

    private func newChunk(room: Int) -> Int {
        let chunk = Chunk(base: memory(room: room), room: room)
        if let number = freeNumbers.popLast() {
            chunks[number] = chunk
            return number
        }
        precondition(chunks.count < 1 << 21, "a drawing holds at most 4 billion points")
        chunks.append(chunk)
        return chunks.count - 1
    }

    private func memory(room: Int) -> UnsafeMutablePointer<Point> {
        guard room == Self.chunkRoom, let base = spares.popLast() else {
            return .allocate(capacity: room)
        }
        return base
    }

    // The header before a stroke's points: its number, and how many follow.

    @inline(__always)
    private static func count(_ header: UnsafeMutablePointer<Point>) -> Int {
        Int(UnsafeRawPointer(header).load(fromByteOffset: 4, as: UInt32.self))
    }

    private static func owner(_ header: UnsafeMutablePointer<Point>) -> UInt32 {
        UnsafeRawPointer(header).load(as: UInt32.self)
    }

    private static func setHeader(
        _ header: UnsafeMutablePointer<Point>, owner: UInt32, count: Int
    ) {
        let raw = UnsafeMutableRawPointer(header)
        raw.storeBytes(of: owner, as: UInt32.self)
        raw.storeBytes(of: UInt32(count), toByteOffset: 4, as: UInt32.self)
    }
}
