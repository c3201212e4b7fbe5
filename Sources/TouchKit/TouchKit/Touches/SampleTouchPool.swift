import TouchKitContacts

/// A pool of the touch objects that `UIEvent.coalescedTouches(for:)` and `predictedTouches(for:)`
/// return.
///
/// Requests use the pool's arrays in turn, so that each array is reused after `arrayCount`
/// requests. Touch objects that the application still references are replaced by new ones instead
/// of being reused.
@MainActor
struct SampleTouchPool {
    /// The number of arrays of touch objects that the pool uses in turn. There are more arrays than
    /// simultaneous touches, so that the arrays returned in one delivery are not reused before the
    /// next delivery.
    private static let arrayCount = 16
    /// The number of touch objects prepared for each array: the samples that a 240 Hz touchscreen
    /// measures during four frames of a slow device. All objects are allocated at the first
    /// request, so that later deliveries do not allocate memory even if they have more samples.
    private static let preparedCount = 16

    private var arrays: [[UITouch]] = Array(repeating: [], count: arrayCount)
    private var nextArray = 0
    /// The touch objects that are in no array and can be added to an array.
    private var spare: [UITouch] = []

    /// Returns one touch object for each measured sample of `touch`, oldest first, or one object
    /// with the touch's current values if it has no sample.
    ///
    /// - Parameters:
    ///   - touch: The touch that the samples belong to.
    ///   - samples: The measured samples of all touches.
    /// - Complexity: O(samples).
    mutating func touches(of touch: UITouch, measured samples: [TouchSample]) -> [UITouch] {
        let array = reserveArray()
        var count = 0
        // The touch object may have a new identifier since its samples were withheld.
        let areWithheld = touch.withheldSamples != nil
        for sample in samples where areWithheld || sample.touch == touch.identifier {
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

    /// Returns one touch object for each predicted sample of `touch`, earliest first.
    ///
    /// - Parameters:
    ///   - touch: The touch that the samples belong to.
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

    /// Reserves memory for all arrays and creates the prepared touch objects.
    private mutating func allocate() {
        spare.reserveCapacity(Self.arrayCount * Self.preparedCount)
        for array in arrays.indices {
            arrays[array].reserveCapacity(Self.preparedCount)
            for _ in 0..<Self.preparedCount { spare.append(UITouch()) }
        }
    }

    /// Returns the array at the index `array`, after moving its touch objects beyond the first
    /// `count` to `spare`.
    private mutating func shortened(_ array: Int, to count: Int) -> [UITouch] {
        while arrays[array].count > count {
            if let last = arrays[array].popLast() { spare.append(last) }
        }
        return arrays[array]
    }

    /// Returns the touch object at `index` of an array, after replacing it with a new one if the
    /// application references it. If `index` equals the array's count, a spare object is appended
    /// first.
    private mutating func touchObject(_ array: Int, _ index: Int) -> UITouch {
        if index == arrays[array].count { arrays[array].append(spare.popLast() ?? UITouch()) }
        if !isKnownUniquelyReferenced(&arrays[array][index]) { arrays[array][index] = UITouch() }
        return arrays[array][index]
    }
}
