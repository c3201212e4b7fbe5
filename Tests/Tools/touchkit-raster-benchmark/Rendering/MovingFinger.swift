import CTouchTrackerAllocationCounter
import Glibc
import TouchKitGeometry
import TouchKitRaster

/// Frames in which one finger moves over a drawing of many strokes; each frame composes the damage
/// and writes it out.
struct MovingFinger {
    /// The action of the finger.
    enum Gesture {
        /// The finger draws a line over the drawing's bitmap; every 30 frames the line becomes part
        /// of the drawing.
        case draw
        /// The finger drags the end of a line of ten points that is part of the drawing.
        case drag
    }

    /// The number of frames after which a drawn line is finished.
    private static let framesOfLine = 30
    /// The width of the finger's line, in pixels.
    private static let width = 10.0
    /// The fixed end of the dragged line.
    private static let anchor = CGPoint(x: 500, y: 300)

    /// The action of the finger.
    private let gesture: Gesture
    /// The drawing under the finger.
    private let drawing: DrawingCache
    /// The dragged line, or `nil` if the finger draws.
    private let dragged: StrokeID?
    /// The display list of a frame.
    private let list = DisplayList()
    /// The compositor of the frames.
    private let compositor = Compositor(width: Workloads.width, height: Workloads.height)
    /// The damage of a frame.
    private var damage = DamageMask(width: Workloads.width, height: Workloads.height)
    /// The dirty region of a frame.
    private var region = Region()
    /// The screen: no rotation.
    private let geometry = ScreenGeometry(
        scanoutWidth: Workloads.width, scanoutHeight: Workloads.height)
    /// The memory that represents the scanout buffer.
    private let memory: ScanoutMemory
    /// The points of the finger's line.
    private var line: [CGPoint] = []
    /// The number of the current frame.
    private var frame = 0

    /// Creates a drawing of random strokes, 3…30 pixels long and 2…10 wide, all over the bitmap.
    init(_ gesture: Gesture, strokes: Int) {
        self.gesture = gesture
        drawing = DrawingCache(
            width: Workloads.width, height: Workloads.height,
            background: PixelColor(Workloads.background))
        memory = ScanoutMemory(width: Workloads.width, height: Workloads.height, format: .xrgb8888)
        line.reserveCapacity(Self.framesOfLine)
        var random = XorShift()
        for _ in 0..<strokes {
            let start = CGPoint(
                x: random.next(0, Double(Workloads.width)),
                y: random.next(0, Double(Workloads.height)))
            let angle = random.next(0, 2 * Double.pi)
            let length = random.next(3, 30)
            let end = CGPoint(x: start.x + length * cos(angle), y: start.y + length * sin(angle))
            drawing.add(
                [start, end], width: random.next(2, 10),
                color: PixelColor(0xFF00_0000 | UInt32(random.next() * 16_777_215)))
        }
        dragged =
            gesture == .draw
            ? nil : drawing.add([Self.anchor], width: Self.width, color: .white)
        drawing.resetChanges()
        region.formUnion(compositor.canvas.bounds)
        composeFrame()
    }

    /// The memory per stroke in addition to its two points of 8 bytes, in bytes.
    var bytesPerStroke: Double {
        Double(drawing.byteCount) / Double(max(drawing.count, 1)) - 16
    }

    /// Renders one frame; the finger moves by about 20 pixels on a spiral inside the bitmap.
    mutating func renderNextFrame() {
        let angle = Double(frame) * 0.1
        let radius = 120 + 80 * sin(Double(frame) * 0.013)
        frame += 1
        let finger = CGPoint(x: 640 + radius * cos(angle) * 2, y: 360 + radius * sin(angle))
        if let dragged { drag(dragged, to: finger) } else { draw(to: finger) }
        region.formUnion(drawing.changed)
        drawing.resetChanges()
        composeFrame()
    }

    /// Extends the drawn line.
    private mutating func draw(to finger: CGPoint) {
        let last = line.last ?? finger
        line.append(finger)
        let part = CGRect(
            x: min(last.x, finger.x), y: min(last.y, finger.y), width: abs(finger.x - last.x),
            height: abs(finger.y - last.y))
        region.formUnion(PixelRect(covering: part).insetBy(-Int(Self.width / 2) - 2))
        if line.count == Self.framesOfLine {
            drawing.add(line, width: Self.width, color: .white)
            line.removeAll(keepingCapacity: true)
        }
    }

    /// Moves the end of the dragged line.
    private mutating func drag(_ stroke: StrokeID, to finger: CGPoint) {
        line.removeAll(keepingCapacity: true)
        for index in 0..<10 {
            let part = Double(index) / 9
            line.append(
                CGPoint(
                    x: Self.anchor.x + (finger.x - Self.anchor.x) * part,
                    y: Self.anchor.y + (finger.y - Self.anchor.y) * part))
        }
        drawing.setPoints(line, of: stroke)
    }

    /// Composes the dirty region and writes it out.
    private mutating func composeFrame() {
        list.removeAll()
        list.paint(drawing.bitmap, map: .identity, opacity: 1)
        for index in line.indices.dropFirst() where gesture == .draw {
            list.stroke(
                from: line[index - 1], to: line[index], width: Self.width, cap: .round,
                color: .white)
        }
        damage.removeAll()
        compositor.compose(list, in: region, damage: &damage)
        _ = writeOut(compositor.canvas, damage, geometry: geometry, to: memory.buffer)
        region.removeAll()
    }

    /// Creates a drawing, renders warm-up frames and measures frames.
    ///
    /// The line "warm" marks the beginning of the measurement for an instruction counter. The
    /// second line contains the strokes, the frames, the nanoseconds and allocations per frame, and
    /// the bytes per stroke.
    static func measure(_ gesture: Gesture, strokes: Int, frames: Int) {
        var finger = MovingFinger(gesture, strokes: strokes)
        for _ in 0..<4 * framesOfLine { finger.renderNextFrame() }
        print("warm")
        fflush(nil)
        let allocations = allocation_counter_value()
        let begin = processorNanoseconds()
        for _ in 0..<frames { finger.renderNextFrame() }
        let taken = processorNanoseconds() - begin
        let allocated = allocation_counter_value() - allocations
        print(
            "\(strokes) \(frames) \(taken / frames) "
                + "\(decimal(Double(allocated) / Double(frames), 2)) "
                + decimal(finger.bytesPerStroke, 1))
        fflush(nil)
    }
}
