/// Makes the Swift runtime look up the `Hashable` conformances of types in advance.
///
/// The first use of a type as a dictionary key or set element scans the program's conformance
/// records, which takes about half a million instructions, or 1 ms on a slow board. Doing this at
/// launch avoids a missed vblank during a touch. The runtime caches the results.
///
/// - Parameter types: The key types.
@inline(never)
package func warmUpHashing(of types: Any.Type...) {
    for type in types {
        precondition(type is any Hashable.Type, "hashing: the type is not Hashable")
    }
}
