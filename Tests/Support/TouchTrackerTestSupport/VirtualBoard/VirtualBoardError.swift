/// What went wrong with a virtual board, in one sentence.
package struct VirtualBoardError: Error, CustomStringConvertible {
    /// The sentence, for a person.
    package var description: String

    package init(_ description: String) {
        self.description = description
    }
}
