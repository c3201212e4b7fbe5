import SwiftSyntax

/// Replaces the imports of Apple's frameworks by those of TouchKit's products.
///
/// A file that uses Foundation imports `UIKitFoundation` instead of both modules: in a file that
/// imports Foundation and `UIKit`, names such as `CGPoint` and `Timer` are ambiguous.
enum ImportConversion {
    /// The modules that `UIKit` replaces.
    static let frameworks: Set<String> = [
        "AVFoundation", "AudioToolbox", "CoreFoundation", "CoreGraphics", "CoreImage", "CoreText",
        "Darwin", "Foundation", "Glibc", "ImageIO", "MobileCoreServices", "ObjectiveC",
        "QuartzCore", "UIKit",
    ]

    /// Returns the edits of a file.
    ///
    /// - Parameter needsFoundation: Whether the file uses declarations of Foundation.
    static func edits(in file: SourceFile, needsFoundation: Bool) -> [Edit] {
        let visitor = ImportVisitor(viewMode: .sourceAccurate)
        visitor.walk(file.syntax)
        let replacement = needsFoundation ? "import UIKitFoundation" : "import UIKit"
        return visitor.imports.enumerated().map { number, node in
            number == 0
                ? Edit(replacing: node, with: replacement) : Edit(removing: node)
        }
    }
}

private final class ImportVisitor: SyntaxVisitor {
    var imports: [ImportDeclSyntax] = []

    override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind {
        if let module = node.path.first?.name.text, ImportConversion.frameworks.contains(module) {
            imports.append(node)
        }
        return .skipChildren
    }
}
