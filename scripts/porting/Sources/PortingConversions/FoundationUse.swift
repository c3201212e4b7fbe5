import SwiftSyntax

/// Decides whether a file uses declarations of Foundation that `UIKit` does not provide.
enum FoundationUse {
    /// Types and functions of Foundation.
    private static let names: Set<String> = [
        "Bundle", "Calendar", "CharacterSet", "Data", "Date", "DateComponents", "DateFormatter",
        "DispatchQueue", "DispatchTime", "DispatchWorkItem", "FileManager", "IndexSet",
        "JSONDecoder", "JSONEncoder", "Locale", "Measurement", "MeasurementFormatter", "NSArray",
        "NSAttributedString", "NSData", "NSDate", "NSDictionary", "NSError", "NSLocale",
        "NSLocalizedString", "NSLock", "NSLog", "NSMutableArray", "NSMutableAttributedString",
        "NSMutableDictionary",
        "NSMutableString", "NSNull", "NSNumber", "NSPredicate", "NSRange", "NSRegularExpression",
        "NSString",
        "Notification", "NotificationCenter", "NumberFormatter", "OperationQueue", "ProcessInfo",
        "Thread", "TimeZone", "URL", "URLRequest", "URLSession", "UUID", "UserDefaults",
    ]
    /// Methods that Foundation adds to strings and numbers.
    private static let members: Set<String> = [
        "appendingPathComponent", "capitalized", "components", "localizedUppercase",
        "replacingOccurrences", "trimmingCharacters",
    ]

    /// Returns whether `file` uses Foundation.
    static func isNeeded(by file: SourceFile) -> Bool {
        let visitor = FoundationVisitor(viewMode: .sourceAccurate)
        visitor.walk(file.syntax)
        return visitor.isNeeded
    }

    private final class FoundationVisitor: SyntaxVisitor {
        var isNeeded = false

        override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
            let name = node.baseName.text
            let isMember = node.parent?.as(MemberAccessExprSyntax.self)?.declName.id == node.id
            if isMember ? members.contains(name) : names.contains(name) { isNeeded = true }
            return .visitChildren
        }

        override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
            if names.contains(node.name.text) { isNeeded = true }
            return .visitChildren
        }

        override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
            if node.calledExpression.trimmedDescription == "String",
                node.arguments.first?.label?.text == "format"
            {
                isNeeded = true
            }
            return .visitChildren
        }
    }
}
