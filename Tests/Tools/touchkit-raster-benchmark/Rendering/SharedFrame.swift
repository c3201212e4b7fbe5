import KioskSystem
import TouchKitGeometry
import TouchKitRaster

/// Frames in which all lines of W3 are composed, by one thread and by several.
enum SharedFrame {
    /// Measures one to four threads alternately and prints the shortest times of a frame and the
    /// ratios to one thread.
    static func measure(_ lines: [Line], frames: Int) throws(LinuxError) {
        // Two pictures of different colors are used alternately, so that each frame has damage.
        let lists = [UInt32(0), 1].map { list(of: lines, changing: $0) }
        var compositors: [Compositor] = []
        for count in 1...4 {
            compositors.append(
                Compositor(
                    width: Workloads.width, height: Workloads.height,
                    threads: try ThreadTeam(count: count, name: "paint")))
        }
        var region = Region()
        region.formUnion(compositors[0].canvas.bounds)
        var damage = DamageMask(width: Workloads.width, height: Workloads.height)
        var best = [Int64](repeating: .max, count: compositors.count)
        for frame in 0..<frames {
            for (index, compositor) in compositors.enumerated() {
                damage.removeAll()
                let begin = MonotonicClock.now()
                compositor.compose(lists[frame % 2], in: region, damage: &damage)
                best[index] = min(best[index], MonotonicClock.now().microseconds(since: begin))
            }
        }
        print("W3 composed on \(ThreadTeam.processorCount) processors")
        for (index, microseconds) in best.enumerated() {
            let ratio = (Double(best[0]) / Double(microseconds) * 100).rounded() / 100
            print("threads \(index + 1): \(microseconds) µs a frame, \(ratio) × one thread")
        }
    }

    private static func list(of lines: [Line], changing bit: UInt32) -> DisplayList {
        let list = DisplayList()
        list.fill(
            CGRect(x: 0, y: 0, width: Double(Workloads.width), height: Double(Workloads.height)),
            color: PixelColor(Workloads.background ^ bit))
        for line in lines {
            list.stroke(
                from: CGPoint(x: Double(line.x0), y: Double(line.y0)),
                to: CGPoint(x: Double(line.x1), y: Double(line.y1)), width: Double(line.width),
                cap: .round, color: PixelColor(line.color ^ bit))
        }
        return list
    }
}

// KioskRuntime, which declares this for kiosks, is not part of this program.
extension ThreadTeam: PaintingThreads {}
