import LabScreens
import Testing
import TouchKit
import TouchTrackerApp

@Suite("FreeRectangles")
struct FreeRectanglesTests {
    private let extent = CGRect(x: 0, y: 0, width: 100, height: 60)

    @Test("Without obstacles the whole extent is the only free rectangle")
    func empty() {
        #expect(FreeRectangles.find(in: extent, avoiding: []) == [extent])
        let far = CGRect(x: 200, y: 0, width: 10, height: 10)
        #expect(FreeRectangles.find(in: extent, avoiding: [far]) == [extent])
    }

    @Test(
        "Four rectangles surround an obstacle in the middle, sorted by top edge and then by width"
    )
    func four() {
        let rectangles = FreeRectangles.find(
            in: extent, avoiding: [CGRect(x: 40, y: 20, width: 30, height: 10)])
        #expect(
            rectangles == [
                CGRect(x: 0, y: 0, width: 100, height: 20),
                CGRect(x: 0, y: 0, width: 40, height: 60),
                CGRect(x: 70, y: 0, width: 30, height: 60),
                CGRect(x: 0, y: 30, width: 100, height: 30),
            ])
    }

    @Test(
        "Only the part of an obstacle inside the extent counts; a covering obstacle leaves nothing")
    func edges() {
        #expect(FreeRectangles.find(in: extent, avoiding: [extent.insetBy(dx: -5, dy: -5)]).isEmpty)
        let left = CGRect(x: -10, y: -10, width: 30, height: 100)
        #expect(
            FreeRectangles.find(in: extent, avoiding: [left])
                == [CGRect(x: 20, y: 0, width: 80, height: 60)])
    }

    @Test("No rectangle intersects an obstacle, and none contains another")
    func apart() {
        let obstacles = (0..<5).map { index in
            CGRect(x: Double(index) * 19, y: Double(index * 7 % 5) * 11, width: 12, height: 9)
        }
        let rectangles = FreeRectangles.find(in: extent, avoiding: obstacles)
        #expect(rectangles.count > 4)
        for (index, rectangle) in rectangles.enumerated() {
            // Rectangles may share an edge with obstacles.
            let inside = rectangle.insetBy(dx: 0.25, dy: 0.25)
            for obstacle in obstacles { #expect(!inside.intersects(obstacle)) }
            for (other, larger) in rectangles.enumerated() where other != index {
                #expect(!larger.contains(rectangle))
            }
        }
    }
}
