/// Functions that find the contact points of bodies with lines and with other bodies, including
/// contacts that begin within the current substep.
@MainActor
enum CollisionDetector {
    /// Appends the contacts of a body with an infinite line that the body must not cross.
    ///
    /// - Parameters:
    ///   - body: The body whose contacts are appended.
    ///   - point: A point on the line.
    ///   - normal: The unit normal that points to the allowed side.
    ///   - contacts: An array that receives one contact for each corner that touches the line or
    ///     can reach the line in the current substep.
    static func findContacts(
        of body: DynamicBody, beyond point: DynamicVector, _ normal: DynamicVector,
        into contacts: inout [ContactConstraint]
    ) {
        let margin = body.maximumTravel + DynamicConstants.contactDistance
        guard (body.position - point).dot(normal) <= body.radius + margin else { return }
        for index in 0..<4 {
            let corner = body.position + body.arm(to: body.corner(index))
            let gap = (corner - point).dot(normal)
            guard gap <= margin else { continue }
            contacts.append(
                ContactConstraint(
                    body, at: corner, on: nil, at: corner - normal * gap, normal: normal))
        }
    }

    /// Appends the contacts of a body with the line segment from `begin` to `end`; both sides of
    /// the segment are solid.
    static func findContacts(
        of body: DynamicBody, from begin: DynamicVector, to end: DynamicVector,
        into contacts: inout [ContactConstraint]
    ) {
        let length = (end - begin).length
        guard length > 1e-9 else { return }
        let along = (end - begin) / length
        let side = (body.position - begin).dot(along.perpendicular)
        let normal = side < 0 ? -along.perpendicular : along.perpendicular
        let margin = body.maximumTravel + DynamicConstants.contactDistance
        for index in 0..<4 {
            let corner = body.position + body.arm(to: body.corner(index))
            let gap = (corner - begin).dot(normal)
            let offset = (corner - begin).dot(along)
            guard gap <= margin, offset >= 0, offset <= length else { continue }
            contacts.append(
                ContactConstraint(
                    body, at: corner, on: nil, at: corner - normal * gap, normal: normal))
        }
        findContacts(of: body, around: begin, into: &contacts)
        findContacts(of: body, around: end, into: &contacts)
    }

    /// Appends a contact if the body contains `point`. The contact pushes the body away, so that
    /// the point leaves the body through the body's nearest edge.
    private static func findContacts(
        of body: DynamicBody, around point: DynamicVector, into contacts: inout [ContactConstraint]
    ) {
        let local = body.local(of: point - body.position)
        let overlap = DynamicVector(
            body.halfExtent.x - local.x.magnitude, body.halfExtent.y - local.y.magnitude)
        guard overlap.x > 0, overlap.y > 0 else { return }
        var outward = DynamicVector.zero
        if overlap.x < overlap.y {
            outward.x = local.x < 0 ? -1 : 1
        } else {
            outward.y = local.y < 0 ? -1 : 1
        }
        let normal = body.arm(to: outward)
        contacts.append(
            ContactConstraint(
                body, at: point + normal * min(overlap.x, overlap.y), on: nil, at: point,
                normal: -normal)
        )
    }

    // MARK: Two items

    /// A candidate axis of the separating-axis test.
    private struct SeparatingAxis {
        /// The distance between the projections of both bodies on the axis, in points; negative if
        /// they overlap.
        var gap: Double
        /// The unit direction of the axis.
        var axis: DynamicVector
        /// Whether the axis is an edge normal of the second tested body, instead of the first.
        var isSecond: Bool
    }

    /// Appends the contacts between two bodies, with normals along the axis of least overlap. The
    /// contact points are the ends of one body's edge (incident edge), clipped to the width of the
    /// other body's facing edge (reference face).
    static func findContacts(
        of first: DynamicBody, and second: DynamicBody, into contacts: inout [ContactConstraint]
    ) {
        let margin = first.maximumTravel + second.maximumTravel + DynamicConstants.contactDistance
        let distance = second.position - first.position
        guard distance.length <= first.radius + second.radius + margin,
            let separation = axisOfLeastOverlap(first, second, distance), separation.gap <= margin
        else { return }
        let (reference, incident) = separation.isSecond ? (second, first) : (first, second)
        // The normal points from the reference body to the incident body.
        let normal =
            (incident.position - reference.position).dot(separation.axis) < 0
            ? -separation.axis : separation.axis
        let along = normal.perpendicular
        let face = reference.position + normal * extent(of: reference, along: normal)
        let halfLength = extent(of: reference, along: along)
        guard let edge = edge(of: incident, facing: normal) else { return }
        let center = reference.position.dot(along)
        for end in clip(edge, along, center - halfLength, center + halfLength) {
            let gap = (end - face).dot(normal)
            guard gap <= margin else { continue }
            contacts.append(
                ContactConstraint(
                    incident, at: end, on: reference, at: end - normal * gap, normal: normal))
        }
    }

    /// Returns half the length of a body's projection on an axis, in points.
    private static func extent(of body: DynamicBody, along axis: DynamicVector) -> Double {
        let right = body.arm(to: DynamicVector(body.halfExtent.x, 0))
        let down = body.arm(to: DynamicVector(0, body.halfExtent.y))
        return abs(right.dot(axis)) + abs(down.dot(axis))
    }

    /// Returns the edge normal of either body on which the gap between the bodies is largest.
    /// `distance` is the vector from the first body's center to the second's.
    private static func axisOfLeastOverlap(
        _ first: DynamicBody, _ second: DynamicBody, _ distance: DynamicVector
    ) -> SeparatingAxis? {
        var best: SeparatingAxis?
        for index in 0..<4 {
            let reference = index < 2 ? first : second
            let axis = reference.arm(to: index % 2 == 0 ? DynamicVector(1, 0) : DynamicVector(0, 1))
            let gap =
                abs(distance.dot(axis)) - extent(of: first, along: axis)
                - extent(of: second, along: axis)
            // Hysteresis: without it, the choice would alternate between axes with nearly equal
            // gaps.
            if gap > (best?.gap ?? -.infinity) + 0.01 {
                best = SeparatingAxis(gap: gap, axis: axis, isSecond: index >= 2)
            }
        }
        return best
    }

    /// Returns the end points of the edge whose outward normal is most opposed to `normal`.
    private static func edge(
        of body: DynamicBody, facing normal: DynamicVector
    ) -> (DynamicVector, DynamicVector)? {
        var best: (DynamicVector, DynamicVector)?
        var smallest = Double.infinity
        for index in 0..<4 {
            let begin = body.arm(to: body.corner(index))
            let end = body.arm(to: body.corner((index + 1) % 4))
            let outward = (begin + end).dot(normal) / max((begin + end).length, 1e-9)
            if outward < smallest {
                smallest = outward
                best = (body.position + begin, body.position + end)
            }
        }
        return best
    }

    /// Returns the end points of the part of an edge whose coordinate along `axis` is between `low`
    /// and `high`, or an empty sequence if no part of the edge is in this range.
    private static func clip(
        _ edge: (DynamicVector, DynamicVector), _ axis: DynamicVector, _ low: Double, _ high: Double
    ) -> EndPoints {
        let (begin, end) = edge
        let first = begin.dot(axis)
        let last = end.dot(axis)
        guard max(first, last) >= low, min(first, last) <= high else { return EndPoints(count: 0) }
        func point(at coordinate: Double) -> DynamicVector {
            guard abs(last - first) > 1e-9 else { return begin }
            return begin + (end - begin) * ((coordinate - first) / (last - first))
        }
        return EndPoints(
            first: point(at: min(max(first, low), high)),
            second: point(at: min(max(last, low), high)),
            count: 2)
    }

    /// A sequence of up to two points without heap storage.
    private struct EndPoints: Sequence, IteratorProtocol {
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
