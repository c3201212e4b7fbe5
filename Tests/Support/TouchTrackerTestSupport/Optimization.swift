import Glibc
import Testing

/// How the tests were compiled.
package enum Optimization {
    /// Whether the tests run in a release build without a sanitizer.
    ///
    /// Unoptimized code allocates closures and generic values that optimized code does not, and
    /// needs fifty times as long for a picture. A sanitizer replaces `malloc`.
    package static let isEnabled: Bool = {
        #if DEBUG
        return false
        #else
        // Each sanitizer's runtime defines one of these functions.
        return dlsym(nil, "__asan_init") == nil && dlsym(nil, "__tsan_init") == nil
        #endif
    }()
}

extension Trait where Self == ConditionTrait {
    /// Skips a test that counts allocations or takes minutes unless `Optimization.isEnabled`.
    package static var requiresOptimizedBuild: Self {
        .enabled(
            if: Optimization.isEnabled,
            "requires a release build without a sanitizer: scripts/test runs one")
    }
}
