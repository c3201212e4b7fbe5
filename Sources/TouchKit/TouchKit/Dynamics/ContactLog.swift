/// Who touched whom in a frame, and who did in the frame before.
@MainActor
struct ContactLog {
    private struct Pair {
        var body: DynamicBody
        var other: DynamicBody?
        var boundary: AnyHashable?
        var point: DynamicVector
        var isTouching: Bool
        var wasTouching: Bool
    }

    /// Something began or ended.
    struct News {
        var item: any UIDynamicItem
        /// Nil where it is a boundary.
        var other: (any UIDynamicItem)?
        var boundary: AnyHashable?
        var point: CGPoint
        var began: Bool
    }

    private var pairs: [Pair] = []
    /// What began and ended in the last frame; kept, so that it allocates once.
    private var news: [News] = []

    /// Takes note of what was found for one pair.
    mutating func note(_ contacts: ArraySlice<DynamicContact>, boundary: AnyHashable?) {
        for contact in contacts where contact.isTouching {
            note(contact, boundary: boundary)
            return
        }
    }

    private mutating func note(_ contact: DynamicContact, boundary: AnyHashable?) {
        for index in pairs.indices
        where pairs[index].boundary == boundary
            && Self.areSame(pairs[index].body, pairs[index].other, contact.body, contact.other)
        {
            pairs[index].isTouching = true
            return
        }
        pairs.append(
            Pair(
                body: contact.body, other: contact.other, boundary: boundary, point: contact.point,
                isTouching: true, wasTouching: false))
    }

    /// Two items in either order: which of them owns the side that touches may change.
    private static func areSame(
        _ first: DynamicBody, _ second: DynamicBody?, _ third: DynamicBody, _ fourth: DynamicBody?
    ) -> Bool {
        (first === third && second === fourth) || (first === fourth && second === third)
    }

    /// A frame is over: `news` has what began and ended since the one before.
    mutating func endFrame() {
        news.removeAll(keepingCapacity: true)
        for pair in pairs where pair.isTouching != pair.wasTouching {
            news.append(
                News(
                    item: pair.body.item, other: pair.other?.item, boundary: pair.boundary,
                    point: pair.point.point, began: pair.isTouching))
        }
        pairs.removeAll { !$0.isTouching }
        for index in pairs.indices {
            pairs[index].wasTouching = true
            pairs[index].isTouching = false
        }
    }

    /// Takes the first of the news out.
    mutating func takeNews() -> News? {
        news.isEmpty ? nil : news.removeFirst()
    }
}
