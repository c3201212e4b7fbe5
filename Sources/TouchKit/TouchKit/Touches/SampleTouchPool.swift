import TouchKitContacts

/// Creates the touch objects that `UIEvent.coalescedTouches(for:)` and `predictedTouches(for:)`
/// return.
///
/// Arrays and touch objects that the application no longer references are reused, each array after
/// `arrayCount` requests. Objects that the application still references are replaced by new ones.
@MainActor
struct SampleTouchPool {
    /// The number of arrays in use at a time: more than touches, so that the arrays returned in one
    /// delivery are not reused before the next one.
    private static let arrayCount = 16
    /// The number of touch objects prepared for each array: the samples that a 240 Hz touchscreen
    /// measures during four frames of a slow device. They are allocated at the first request, so
    /// that later deliveries with more samples do not allocate.
    private static let preparedCount = 16

    private var arrays: [[UITouch]] = Array(repeating: [], count: arrayCount)
    private var nextArray = 0
    /// The touch objects that are in no array.
    private var spare: [UITouch] = []

    /// Returns one touch object for each measured sample of `touch`, oldest first, or one for its
    /// current values if it has no sample.
    ///
    /// - Parameters:
    ///   - touch: The touch.
    ///   - samples: The measured samples of all touches.
    /// - Complexity: O(samples).
    mutating func touches(of touch: UITouch, measured samples: [TouchSample]) -> [UITouch] {
        let array = reserveArray()
        var count = 0
        for sample in samples where sample.touch == touch.identifier {
            let measured = touchObject(array, count)
            measured.setValues(
                from: touch, at: sample, after: count > 0 ? arrays[array][count - 1] : nil)
            count += 1
        }
        if count == 0 {
            touchObject(array, 0).setValues(from: touch)
            count = 1
        }
        return shortened(array, to: count)
    }

    /// Returns one touch object for each predicted sample of `touch`, in order.
    ///
    /// - Parameters:
    ///   - touch: The touch.
    ///   - samples: The predicted samples of the touch.
    mutating func touches(of touch: UITouch, predicted samples: [TouchSample]) -> [UITouch] {
        let array = reserveArray()
        for (count, sample) in samples.enumerated() {
            touchObject(array, count)
                .setValues(
                    from: touch, at: sample, after: count > 0 ? arrays[array][count - 1] : touch)
        }
        return shortened(array, to: samples.count)
    }

    /// Returns the index of the next array to use.
    private mutating func reserveArray() -> Int {
        if spare.capacity == 0 { allocate() }
        let array = nextArray
        nextArray = (nextArray + 1) % Self.arrayCount
        return array
    }

    /// Allocates the memory of all arrays and the prepared touch objects.
    private mutating func allocate() {
        spare.reserveCapacity(Self.arrayCount * Self.preparedCount)
        for array in arrays.indices {
            arrays[array].reserveCapacity(Self.preparedCount)
            for _ in 0..<Self.preparedCount { spare.append(UITouch()) }
        }
    }

    /// Returns an array after moving its touch objects beyond `count` to the spare ones.
    private mutating func shortened(_ array: Int, to count: Int) -> [UITouch] {
        while arrays[array].count > count {
            if let last = arrays[array].popLast() { spare.append(last) }
        }
        return arrays[array]
    }

    /// Returns the touch object at `index` of an array, replaced by a new one if the application
    /// references it.
    private mutating func touchObject(_ array: Int, _ index: Int) -> UITouch {
        if index == arrays[array].count { arrays[array].append(spare.popLast() ?? UITouch()) }
        if !isKnownUniquelyReferenced(&arrays[array][index]) { arrays[array][index] = UITouch() }
        return arrays[array][index]
    }
}
