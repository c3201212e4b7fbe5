import Glibc
import Testing

/// How the tests were compiled.
package enum Optimization {
    /// Whether the tests run in a release build without a sanitizer.
    ///
    /// Unoptimized code allocates closures and generic values that optimized code does not, and
    /// needs fifty times as long for a picture. A sanitizer replaces `malloc`.
    package static var isEnabled: Bool {
        #if DEBUG
        false
        #else
        !hasSanitizer
        #endif
    }

    /// Whether the tests run with the address sanitizer or the thread sanitizer, whose runtimes
    /// define one of these functions each.
    fileprivate static let hasSanitizer =
        dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil
}

extension Trait where Self == ConditionTrait {
    /// Skips a test that counts allocations or takes minutes unless `Optimization.isEnabled`.
    package static var requiresOptimizedBuild: Self {
        .enabled(
            if: Optimization.isEnabled,
            "requires a release build without a sanitizer: scripts/test runs one")
    }

    /// Skips a test that preloads a `malloc`, measures memory or searches it, with a sanitizer.
    package static var requiresOwnMemory: Self {
        .disabled(if: Optimization.hasSanitizer, "a sanitizer replaces malloc and keeps memory")
    }
}
