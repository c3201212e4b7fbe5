/// The property values of an atomic commit, in the layout that the kernel requires.
///
/// A request is reused for all commits of a display, so that a commit allocates no memory.
package struct AtomicRequest: Hashable, Sendable {
    /// The IDs of the mode objects, each as often as its properties were set in a row.
    package private(set) var objectIDs: [UInt32] = []
    /// The number of properties for each element of `objectIDs`.
    package private(set) var propertyCounts: [UInt32] = []
    /// The IDs of the properties, grouped by element of `objectIDs`.
    package private(set) var propertyIDs: [UInt32] = []
    /// The values of the properties, in the order of `propertyIDs`.
    package private(set) var values: [UInt64] = []

    /// Creates an empty request.
    package init() {}

    /// Removes all values and keeps the memory.
    mutating func removeAll() {
        objectIDs.removeAll(keepingCapacity: true)
        propertyCounts.removeAll(keepingCapacity: true)
        propertyIDs.removeAll(keepingCapacity: true)
        values.removeAll(keepingCapacity: true)
    }

    /// Adds a value for a property of a mode object.
    mutating func set(_ propertyID: UInt32, of objectID: UInt32, to value: UInt64) {
        if objectIDs.last == objectID {
            propertyCounts[propertyCounts.count - 1] += 1
        } else {
            objectIDs.append(objectID)
            propertyCounts.append(1)
        }
        propertyIDs.append(propertyID)
        values.append(value)
    }
}

/// The way in which the kernel performs an atomic commit.
package enum AtomicCommitKind: Hashable, Sendable {
    /// The commit may set a mode or switch a CRTC off, and returns when the change is visible
    /// (`DRM_MODE_ATOMIC_ALLOW_MODESET`).
    case modeSet
    /// The commit returns immediately, and an event with this number reports its completion
    /// (`DRM_MODE_ATOMIC_NONBLOCK`, `DRM_MODE_PAGE_FLIP_EVENT`).
    case flip(UInt64)
}
