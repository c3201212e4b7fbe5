import CTouchTrackerAllocationCounter
import Testing
import TouchKitGeometry
import TouchKitRaster
import TouchTrackerTestSupport

/// The cost of paths per frame.
@Suite("Path cost", .serialized)
struct PathCostTests {
    /// Records filled, stroked and dashed paths.
    private func record(
        _ list: DisplayList, _ path: Path, _ gradient: Gradient, _ picture: Bitmap,
        _ dashed: LineStyle
    ) {
        list.removeAll()
        list.pushClip(PixelRect(x: 0, y: 0, width: 320, height: 200))
        list.fill(path, rule: .evenOdd, paint: .color(.white))
        list.fill(
            path, map: CGAffineTransform(rotationAngle: 0.2), rule: .nonzero,
            paint: .linear(
                gradient, from: .zero, to: CGPoint(x: 50, y: 90), extent: .afterEnd, map: .identity,
                opacity: 0.5))
        list.stroke(
            path, style: LineStyle(width: 7, cap: .round, join: .round),
            paint: .radial(
                gradient, from: .init(center: .zero, radius: 5),
                to: .init(center: CGPoint(x: 50, y: 90), radius: 50), extent: .afterEnd,
                map: .identity, opacity: 0.5))
        list.stroke(
            path, map: CGAffineTransform(scaleX: 1, y: 0.5), style: dashed,
            paint: .pattern(picture, map: .identity, opacity: 1))
    }

    @Test(
        "Filling, stroking and dashing paths allocates nothing after a similar frame.",
        .requiresOptimizedBuild)
    func warmFramesAllocateNothing() {
        var path = Path.star(100, 100, radius: 80)
        path.append(.circle(200, 90, radius: 70))
        let gradient = Gradient(stops: [.init(.black, at: 0), .init(.white, at: 1)])
        let picture = Bitmap(width: 9, height: 9)
        var dashed = LineStyle(width: 3, cap: .square, join: .miter)
        dashed.dashes = [9, 4]
        let list = DisplayList()
        let compositor = Compositor(width: 320, height: 200)
        var damage = DamageMask(width: 320, height: 200)
        var region = Region()
        region.formUnion(PixelRect(x: 0, y: 0, width: 320, height: 200))
        var before = allocation_counter_value()
        for number in 0..<12 {
            if number == 3 { before = allocation_counter_value() }
            record(list, path, gradient, picture, dashed)
            damage.removeAll()
            compositor.compose(list, in: region, damage: &damage)
        }
        #expect(allocation_counter_value() == before)
        #expect(list.count == 4)
    }
}
