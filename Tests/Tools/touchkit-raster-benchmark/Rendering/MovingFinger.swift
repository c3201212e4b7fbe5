import CTouchTrackerAllocationCounter
import Glibc
import TouchKitGeometry
import TouchKitRaster

/// Frames in which one finger moves over a drawing of many strokes; what differs is composed and written
/// out.
struct MovingFinger {
    /// What the finger does.
    enum Gesture {
        /// Its line is drawn over the drawing's picture; every 30 frames the line is finished and becomes
        /// part of the drawing.
        case draw
        /// It drags the end of a line of ten points that is part of the drawing already.
        case drag
    }

    private static let framesOfLine = 30
    private static let width = 10.0
    private static let anchor = CGPoint(x: 500, y: 300)

    private let gesture: Gesture
    private let drawing: DrawingCache
    private let dragged: StrokeID?
    private let list = DisplayList()
    private let compositor = Compositor(width: Workloads.width, height: Workloads.height)
    private var damage = DamageMask(width: Workloads.width, height: Workloads.height)
    private var region = Region()
    private let geometry = ScreenGeometry(
        scanoutWidth: Workloads.width, scanoutHeight: Workloads.height)
    private let memory: ScanoutMemory
    private var line: [CGPoint] = []
    private var frame = 0

    /// Makes the drawing: as many strokes of 3…30 pixels, 2…10 wide, all over the picture.
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
        drawing.forgetChanges()
        region.formUnion(compositor.canvas.bounds)
        showFrame()
    }

    /// What the strokes take beyond their points (two of 8 bytes each), in bytes a stroke.
    var bytesOfStroke: Double {
        Double(drawing.byteCount) / Double(max(drawing.count, 1)) - 16
    }

    /// One frame: the finger is about 20 pixels farther on a spiral that stays on the picture.
    mutating func moveFinger() {
        let angle = Double(frame) * 0.1
        let radius = 120 + 80 * sin(Double(frame) * 0.013)
        frame += 1
        let finger = CGPoint(x: 640 + radius * cos(angle) * 2, y: 360 + radius * sin(angle))
        if let dragged { drag(dragged, to: finger) } else { draw(to: finger) }
        region.formUnion(drawing.changed)
        drawing.forgetChanges()
        showFrame()
    }

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

    private mutating func showFrame() {
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

    /// Makes a drawing, warms up and measures frames. A line says when they begin, so that an instruction
    /// counter sees them alone; another is the result: strokes, frames, nanoseconds and allocations of a
    /// frame, bytes of a stroke.
    static func measure(_ gesture: Gesture, strokes: Int, frames: Int) {
        var finger = MovingFinger(gesture, strokes: strokes)
        for _ in 0..<4 * framesOfLine { finger.moveFinger() }
        print("warm")
        fflush(nil)
        let allocations = allocation_counter_value()
        let begin = processorNanoseconds()
        for _ in 0..<frames { finger.moveFinger() }
        let taken = processorNanoseconds() - begin
        let allocated = allocation_counter_value() - allocations
        print(
            "\(strokes) \(frames) \(taken / frames) "
                + "\(decimal(Double(allocated) / Double(frames), 2)) "
                + decimal(finger.bytesOfStroke, 1))
        fflush(nil)
    }
}
