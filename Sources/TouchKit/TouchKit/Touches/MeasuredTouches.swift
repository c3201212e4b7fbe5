import TouchKitContacts

/// The touches of single measurements, as `UIEvent.coalescedTouches(for:)` and `predictedTouches(for:)`
/// hand them out.
///
/// Lists and touches that nobody else holds any more are used again, each list after some other
/// ones. What an application kept is its own: it isn't touched, new ones take its place.
@MainActor
struct MeasuredTouches {
    /// More than there are fingers: then what was handed out in a delivery stays whole in it, and its
    /// memory is used again a delivery later.
    private static let listCount = 16
    /// As many as a panel that reports 240 times a second measures while a slow machine shows one frame of
    /// four: memory for these is made when measurements are first asked for, and not in a later delivery that
    /// has more.
    private static let usualCount = 16

    private var lists: [[UITouch]] = Array(repeating: [], count: listCount)
    private var next = 0
    /// Touches of lists that got shorter.
    private var spare: [UITouch] = []

    /// A touch for each measurement of a finger, oldest first; where there is none, one for where it
    /// is.
    ///
    /// - Parameters:
    ///   - touch: The finger's touch.
    ///   - samples: What was measured of all fingers.
    /// - Complexity: O(samples).
    mutating func touches(of touch: UITouch, measured samples: [FingerSample]) -> [UITouch] {
        let number = takeList()
        var count = 0
        for sample in samples where sample.finger == touch.finger {
            let measured = self.touch(number, count)
            measured.show(sample, of: touch, after: count > 0 ? lists[number][count - 1] : nil)
            count += 1
        }
        if count == 0 {
            self.touch(number, 0).show(touch)
            count = 1
        }
        return list(number, shortenedTo: count)
    }

    /// A touch for each place that is foreseen for a finger, in order; none where there is none.
    ///
    /// - Parameters:
    ///   - touch: The finger's touch.
    ///   - samples: Where the finger will be.
    mutating func touches(of touch: UITouch, foreseen samples: [FingerSample]) -> [UITouch] {
        let number = takeList()
        for (count, sample) in samples.enumerated() {
            self.touch(number, count)
                .show(sample, of: touch, after: count > 0 ? lists[number][count - 1] : touch)
        }
        return list(number, shortenedTo: samples.count)
    }

    private mutating func takeList() -> Int {
        if spare.capacity == 0 { makeMemory() }
        let number = next
        next = (next + 1) % Self.listCount
        return number
    }

    private mutating func makeMemory() {
        spare.reserveCapacity(Self.listCount * Self.usualCount)
        for number in lists.indices {
            lists[number].reserveCapacity(Self.usualCount)
            for _ in 0..<Self.usualCount { spare.append(UITouch()) }
        }
    }

    private mutating func list(_ number: Int, shortenedTo count: Int) -> [UITouch] {
        while lists[number].count > count {
            if let last = lists[number].popLast() { spare.append(last) }
        }
        return lists[number]
    }

    /// The touch at a place of a list: one that nobody else holds.
    private mutating func touch(_ number: Int, _ place: Int) -> UITouch {
        if place == lists[number].count { lists[number].append(spare.popLast() ?? UITouch()) }
        if !isKnownUniquelyReferenced(&lists[number][place]) { lists[number][place] = UITouch() }
        return lists[number][place]
    }
}
