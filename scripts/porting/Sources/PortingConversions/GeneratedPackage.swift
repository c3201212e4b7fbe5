/// The package of the converted sources.
public struct GeneratedPackage: Sendable {
    /// The name of the library, a Swift identifier.
    public let name: String
    /// The folder of TouchTracker.
    public let touchtracker: String
    /// Whether the library depends on the product `UIKitFoundation`.
    public let usesFoundation: Bool

    /// Creates a package.
    ///
    /// - Parameter name: A name, in which characters that an identifier cannot contain are replaced.
    public init(name: String, touchtracker: String, usesFoundation: Bool) {
        let identifier = String(name.map { $0.isLetter || $0.isNumber ? $0 : "_" })
        self.name = identifier.first?.isNumber == true ? "_" + identifier : identifier
        self.touchtracker = touchtracker
        self.usesFoundation = usesFoundation
    }

    /// The folder of the sources in the package.
    public var sourceFolder: String { "Sources/\(name)" }

    /// The text of `Package.swift`. Swift 5 mode, because code of that time is not checked for
    /// data races.
    public var manifest: String {
        let products = usesFoundation ? ["UIKit", "UIKitFoundation"] : ["UIKit"]
        let dependencies = products.map {
            "                .product(name: \"\($0)\", package: \"TouchTracker\"),\n"
        }.joined()
        return """
            // swift-tools-version: 6.0
            import PackageDescription

            let package = Package(
                name: "\(name)",
                products: [.library(name: "\(name)", targets: ["\(name)"])],
                dependencies: [.package(name: "TouchTracker", path: "\(touchtracker)")],
                targets: [
                    .target(
                        name: "\(name)",
                        dependencies: [
            \(dependencies)            ],
                        // Default arguments may use declarations of the main actor.
                        swiftSettings: [.enableUpcomingFeature("IsolatedDefaultValues")])
                ],
                swiftLanguageModes: [.v5]
            )

            """
    }
}
