import TouchKit

/// Finds where text can be without being under a finger.
package enum FreeRooms {
    /// The rectangles in an extent that touch no obstacle and that none of them holds in itself, the
    /// highest first.
    ///
    /// - Complexity: O(obstacles⁵); for a handful of them.
    package static func all(in extent: CGRect, avoiding obstacles: [CGRect]) -> [CGRect] {
        let met = obstacles.filter { $0.intersects(extent) }
        let lefts = edges([extent.minX] + met.map(\.maxX), from: extent.minX, to: extent.maxX)
        let rights = edges([extent.maxX] + met.map(\.minX), from: extent.minX, to: extent.maxX)
        let tops = edges([extent.minY] + met.map(\.maxY), from: extent.minY, to: extent.maxY)
        let bottoms = edges([extent.maxY] + met.map(\.minY), from: extent.minY, to: extent.maxY)
        var rooms: [CGRect] = []
        for top in tops {
            for left in lefts {
                for right in rights.reversed() where right > left {
                    let bottom = bottoms.last { bottom in
                        bottom > top
                            && !met.contains {
                                $0.minX < right && $0.maxX > left && $0.minY < bottom
                                    && $0.maxY > top
                            }
                    }
                    guard let bottom else { continue }
                    let room = CGRect(
                        x: left, y: top, width: right - left, height: bottom - top)
                    if !rooms.contains(where: { $0.contains(room) }) {
                        rooms.removeAll { room.contains($0) }
                        rooms.append(room)
                    }
                }
            }
        }
        return rooms.sorted { ($0.minY, -$0.width) < ($1.minY, -$1.width) }
    }

    private static func edges(_ all: [CGFloat], from: CGFloat, to: CGFloat) -> [CGFloat] {
        Set(all.filter { $0 >= from && $0 <= to }).sorted()
    }
}
