/// An error of a virtual board or of its driver, with a message for the developer.
package struct VirtualBoardError: Error, CustomStringConvertible {
    /// The error message.
    package var description: String

    /// Creates an error with a message.
    package init(_ description: String) {
        self.description = description
    }
}
