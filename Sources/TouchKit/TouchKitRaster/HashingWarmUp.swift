/// Makes the Swift runtime look up the `Hashable` conformances of types in advance.
///
/// The first use of a type as a dictionary key or set element scans the program's conformance
/// records, which takes about half a million instructions, or 1 ms on a slow board. The runtime
/// caches the results. Calling this function at launch avoids a missed vblank during a touch.
///
/// - Parameter types: The types that are used as dictionary keys or set elements.
@inline(never)
package func warmUpHashing(of types: Any.Type...) {
    for type in types {
        precondition(type is any Hashable.Type, "hashing: the type is not Hashable")
    }
}
