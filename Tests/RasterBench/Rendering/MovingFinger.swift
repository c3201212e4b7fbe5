import CAllocationCounter
import Geometry
import Glibc
import Raster

/// Frames in which one finger moves over a drawing of many strokes: its line is drawn over the drawing's
/// picture, composed, and what differs is written out; every 30 frames the line is finished and becomes
/// part of the drawing.
struct MovingFinger {
    private static let framesOfLine = 30
    private static let width = 10.0

    private let drawing: DrawingCache
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
    init(strokes: Int) {
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
        drawing.forgetChanges()
        region.formUnion(compositor.canvas.bounds)
        showFrame()
    }

    /// What the strokes take beyond their points (two of 8 bytes each), in bytes a stroke.
    var bytesOfStroke: Double {
        Double(drawing.byteCount) / Double(max(drawing.count, 1)) - 16
    }

    /// One frame: the finger is 12 pixels farther on a spiral that stays on the picture.
    mutating func moveFinger() {
        let angle = Double(frame) * 0.1
        let radius = 120 + 80 * sin(Double(frame) * 0.013)
        line.append(CGPoint(x: 640 + radius * cos(angle) * 2, y: 360 + radius * sin(angle)))
        frame += 1
        if let end = line.last {
            let start = line.count > 1 ? line[line.count - 2] : end
            region.formUnion(
                PixelRect(
                    covering: CGRect(
                        x: min(start.x, end.x), y: min(start.y, end.y), width: abs(end.x - start.x),
                        height: abs(end.y - start.y))
                ).insetBy(-Int(Self.width / 2) - 2))
        }
        if line.count == Self.framesOfLine {
            drawing.add(line, width: Self.width, color: .white)
            region.formUnion(drawing.changed)
            drawing.forgetChanges()
            line.removeAll(keepingCapacity: true)
        }
        showFrame()
    }

    private mutating func showFrame() {
        list.removeAll()
        list.paint(drawing.bitmap, map: .identity, opacity: 1)
        for index in line.indices.dropFirst() {
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
    static func measure(strokes: Int, frames: Int) {
        var finger = MovingFinger(strokes: strokes)
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
