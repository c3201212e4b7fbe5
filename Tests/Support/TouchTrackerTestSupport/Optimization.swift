/// How the tests were compiled.
package enum Optimization {
    /// Whether it is a release build. Unoptimised code allocates where optimised code doesn't:
    /// closures, generic values.
    package static var isOn: Bool {
        #if DEBUG
        false
        #else
        true
        #endif
    }
}
