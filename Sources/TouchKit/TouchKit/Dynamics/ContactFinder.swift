/// Finds the places where rectangles touch lines and each other, or will within a substep.
@MainActor
enum ContactFinder {
    /// An item must stay on one side of an endless line.
    ///
    /// - Parameters:
    ///   - point: A place on the line.
    ///   - normal: The direction to the side where it stays.
    static func find(
        _ body: DynamicBody, beyond point: DynamicVector, _ normal: DynamicVector,
        into contacts: inout [DynamicContact]
    ) {
        let margin = body.reach + DynamicConstants.touchingDistance
        for index in 0..<4 {
            let corner = body.position + body.arm(body.corner(index))
            let gap = (corner - point).dot(normal)
            guard gap <= margin else { continue }
            contacts.append(
                DynamicContact(
                    body, at: corner, on: nil, at: corner - normal * gap, normal: normal))
        }
    }

    /// An item touches a line with two ends, from whichever side it is on.
    static func find(
        _ body: DynamicBody, from begin: DynamicVector, to end: DynamicVector,
        into contacts: inout [DynamicContact]
    ) {
        let length = (end - begin).length
        guard length > 1e-9 else { return }
        let along = (end - begin) / length
        let side = (body.position - begin).dot(along.turned)
        let normal = side < 0 ? -along.turned : along.turned
        let margin = body.reach + DynamicConstants.touchingDistance
        for index in 0..<4 {
            let corner = body.position + body.arm(body.corner(index))
            let gap = (corner - begin).dot(normal)
            let way = (corner - begin).dot(along)
            guard gap <= margin, way >= 0, way <= length else { continue }
            contacts.append(
                DynamicContact(
                    body, at: corner, on: nil, at: corner - normal * gap, normal: normal))
        }
        find(body, around: begin, into: &contacts)
        find(body, around: end, into: &contacts)
    }

    /// A point inside an item is pushed out through the nearest edge.
    private static func find(
        _ body: DynamicBody, around point: DynamicVector, into contacts: inout [DynamicContact]
    ) {
        let local = (point - body.position).rotated(by: -body.angle)
        let left = DynamicVector(
            body.half.x - local.x.magnitude, body.half.y - local.y.magnitude)
        guard left.x > 0, left.y > 0 else { return }
        var outward = DynamicVector.zero
        if left.x < left.y {
            outward.x = local.x < 0 ? -1 : 1
        } else {
            outward.y = local.y < 0 ? -1 : 1
        }
        let normal = body.arm(outward)
        contacts.append(
            DynamicContact(
                body, at: point + normal * min(left.x, left.y), on: nil, at: point, normal: -normal)
        )
    }

    // MARK: Two items

    private struct Side {
        var gap: Double
        var axis: DynamicVector
        /// Whether it is a side of the second item.
        var isSecond: Bool
    }

    /// Two items touch: along the direction in which they overlap least, at the ends of what their
    /// sides have in common there.
    static func find(
        _ first: DynamicBody, _ second: DynamicBody, into contacts: inout [DynamicContact]
    ) {
        let margin = first.reach + second.reach + DynamicConstants.touchingDistance
        let distance = second.position - first.position
        guard distance.length <= first.radius + second.radius + margin,
            let side = nearestSide(first, second, distance), side.gap <= margin
        else { return }
        let (owner, guest) = side.isSecond ? (second, first) : (first, second)
        // Out of the owner, to the guest.
        let normal = (guest.position - owner.position).dot(side.axis) < 0 ? -side.axis : side.axis
        let along = normal.turned
        let face = owner.position + normal * extent(of: owner, along: normal)
        let reach = extent(of: owner, along: along)
        guard let edge = edge(of: guest, facing: normal) else { return }
        let middle = owner.position.dot(along)
        for end in clip(edge, along, middle - reach, middle + reach) {
            let gap = (end - face).dot(normal)
            guard gap <= margin else { continue }
            contacts.append(
                DynamicContact(guest, at: end, on: owner, at: end - normal * gap, normal: normal))
        }
    }

    private static func extent(of body: DynamicBody, along axis: DynamicVector) -> Double {
        let right = body.arm(DynamicVector(body.half.x, 0))
        let down = body.arm(DynamicVector(0, body.half.y))
        return abs(right.dot(axis)) + abs(down.dot(axis))
    }

    private static func nearestSide(
        _ first: DynamicBody, _ second: DynamicBody, _ distance: DynamicVector
    ) -> Side? {
        var best: Side?
        for index in 0..<4 {
            let owner = index < 2 ? first : second
            let axis = owner.arm(index % 2 == 0 ? DynamicVector(1, 0) : DynamicVector(0, 1))
            let gap =
                abs(distance.dot(axis)) - extent(of: first, along: axis)
                - extent(of: second, along: axis)
            // A clear lead, or the choice would tremble between sides that are as near.
            if gap > (best?.gap ?? -.infinity) + 0.01 {
                best = Side(gap: gap, axis: axis, isSecond: index >= 2)
            }
        }
        return best
    }

    /// The edge of an item that faces against a direction.
    private static func edge(
        of body: DynamicBody, facing normal: DynamicVector
    ) -> (DynamicVector, DynamicVector)? {
        var best: (DynamicVector, DynamicVector)?
        var least = Double.infinity
        for index in 0..<4 {
            let begin = body.arm(body.corner(index))
            let end = body.arm(body.corner((index + 1) % 4))
            let outward = (begin + end).dot(normal) / max((begin + end).length, 1e-9)
            if outward < least {
                least = outward
                best = (body.position + begin, body.position + end)
            }
        }
        return best
    }

    /// What of an edge lies between two places along an axis: its ends, none if there is nothing.
    private static func clip(
        _ edge: (DynamicVector, DynamicVector), _ axis: DynamicVector, _ low: Double, _ high: Double
    ) -> Ends {
        let (begin, end) = edge
        let first = begin.dot(axis)
        let last = end.dot(axis)
        guard max(first, last) >= low, min(first, last) <= high else { return Ends(count: 0) }
        func place(_ wanted: Double) -> DynamicVector {
            guard abs(last - first) > 1e-9 else { return begin }
            return begin + (end - begin) * ((wanted - first) / (last - first))
        }
        return Ends(
            first: place(min(max(first, low), high)), second: place(min(max(last, low), high)),
            count: 2)
    }

    /// Up to two places, without an array's memory.
    private struct Ends: Sequence, IteratorProtocol {
        var first = DynamicVector.zero
        var second = DynamicVector.zero
        var count: Int

        mutating func next() -> DynamicVector? {
            guard count > 0 else { return nil }
            count -= 1
            return count == 1 ? first : second
        }
    }
}
