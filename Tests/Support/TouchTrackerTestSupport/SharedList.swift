import Synchronization

/// A list to which code on any thread appends.
package final class SharedList<Element: Sendable>: Sendable {
    private let elements = Mutex<[Element]>([])

    /// Creates an empty list.
    package init() {}

    /// The elements so far, oldest first.
    package var all: [Element] { elements.withLock { $0 } }

    /// Appends an element.
    @Sendable package func append(_ element: Element) {
        elements.withLock { $0.append(element) }
    }
}
