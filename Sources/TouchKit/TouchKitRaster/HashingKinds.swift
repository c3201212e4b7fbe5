/// Has the runtime find out now how kinds of keys are hashed.
///
/// When the first set or dictionary of a kind is filled, the runtime looks through all that the program says
/// about hashing: half a million instructions for each kind of key, a millisecond of a small board. Under a
/// finger that is a frame too late, at launch nobody sees it. What was found out is remembered.
///
/// - Parameter types: The kinds of keys.
@inline(never)
package func findOutHashing(of types: Any.Type...) {
    for type in types { precondition(type is any Hashable.Type, "keys are hashed") }
}
