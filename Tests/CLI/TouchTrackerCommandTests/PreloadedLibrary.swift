import Foundation
import Testing

/// A library for `LD_PRELOAD`, compiled from a C file in the folder `Preload`. The library is
/// removed with the object.
final class PreloadedLibrary {
    let path: String

    init(_ name: String) throws {
        // Spaces separate libraries in LD_PRELOAD.
        path = "/tmp/\(name)-\(UUID().uuidString).so"
        let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("Preload/\(name).c").path
        let compiled = try Program.run(
            ["clang", "-shared", "-fPIC", "-O1", "-o", path, source], executable: "/usr/bin/env")
        try #require(compiled.status == 0, "\(compiled.errors)")
    }

    deinit {
        unlink(path)
    }
}
