import SwiftSyntax

/// Removes attributes and modifiers of the Objective-C runtime and of Interface Builder.
final class AttributeConversion: EditVisitor {
    /// The removed attributes.
    private static let attributes: Set<String> = [
        "objc", "objcMembers", "nonobjc", "IBAction", "IBDesignable", "IBInspectable", "IBOutlet",
        "IBSegueAction", "GKInspectable", "UIApplicationMain", "NSApplicationMain",
    ]

    override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind {
        if Self.attributes.contains(node.attributeName.trimmedDescription) {
            edits.append(Edit(removing: node))
        }
        return .skipChildren
    }

    override func visit(_ node: DeclModifierSyntax) -> SyntaxVisitorContinueKind {
        if node.name.text == "dynamic" { edits.append(Edit(removing: node)) }
        return .skipChildren
    }

    override func visit(_ node: InheritedTypeSyntax) -> SyntaxVisitorContinueKind {
        if node.type.trimmedDescription == "class" {
            edits.append(Edit(replacing: node.type, with: "AnyObject"))
        }
        return .skipChildren
    }
}
