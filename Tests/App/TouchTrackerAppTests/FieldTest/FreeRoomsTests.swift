import Testing
import TouchKit
import TouchTrackerApp

/// Where words can be.
@Suite("Free rooms")
struct FreeRoomsTests {
    private let extent = CGRect(x: 0, y: 0, width: 100, height: 60)

    @Test("Without obstacles there is one room: all of it.")
    func empty() {
        #expect(FreeRooms.all(in: extent, avoiding: []) == [extent])
        let far = CGRect(x: 200, y: 0, width: 10, height: 10)
        #expect(FreeRooms.all(in: extent, avoiding: [far]) == [extent])
    }

    @Test(
        "Around an obstacle in the middle there are four, the highest first and the widest of those."
    )
    func four() {
        let rooms = FreeRooms.all(
            in: extent, avoiding: [CGRect(x: 40, y: 20, width: 30, height: 10)])
        #expect(
            rooms == [
                CGRect(x: 0, y: 0, width: 100, height: 20),
                CGRect(x: 0, y: 0, width: 40, height: 60),
                CGRect(x: 70, y: 0, width: 30, height: 60),
                CGRect(x: 0, y: 30, width: 100, height: 30),
            ])
    }

    @Test(
        "An obstacle over everything leaves none; one over an edge counts as far as it is inside.")
    func edges() {
        #expect(FreeRooms.all(in: extent, avoiding: [extent.insetBy(dx: -5, dy: -5)]).isEmpty)
        let left = CGRect(x: -10, y: -10, width: 30, height: 100)
        #expect(
            FreeRooms.all(in: extent, avoiding: [left])
                == [CGRect(x: 20, y: 0, width: 80, height: 60)])
    }

    @Test("No room reaches into an obstacle, and none lies in another.")
    func apart() {
        let obstacles = (0..<5).map { index in
            CGRect(x: Double(index) * 19, y: Double(index * 7 % 5) * 11, width: 12, height: 9)
        }
        let rooms = FreeRooms.all(in: extent, avoiding: obstacles)
        #expect(rooms.count > 4)
        for (index, room) in rooms.enumerated() {
            // They may share an edge.
            let inside = room.insetBy(dx: 0.25, dy: 0.25)
            for obstacle in obstacles { #expect(!inside.intersects(obstacle)) }
            for (other, larger) in rooms.enumerated() where other != index {
                #expect(!larger.contains(room))
            }
        }
    }
}
