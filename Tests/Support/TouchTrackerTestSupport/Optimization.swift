/// The optimization level with which the tests were compiled.
package enum Optimization {
    /// Whether the tests run in a release build.
    ///
    /// Unoptimized code allocates closures and generic values that optimized code does not.
    package static var isEnabled: Bool {
        #if DEBUG
        false
        #else
        true
        #endif
    }
}
