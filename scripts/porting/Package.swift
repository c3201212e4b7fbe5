// swift-tools-version: 6.0
import PackageDescription

// A package of its own, so that TouchTracker itself neither fetches nor builds swift-syntax.
let package = Package(
    name: "PortingTools",
    products: [
        .executable(name: "port-from-ios", targets: ["port-from-ios"]),
        .plugin(name: "PortFromIOS", targets: ["PortFromIOS"]),
    ],
    dependencies: [
        .package(
            url: "https://github.com/swiftlang/swift-syntax.git", "600.0.1"..<"604.0.0")
    ],
    targets: [
        .target(
            name: "PortingConversions",
            dependencies: [
                .product(name: "SwiftParser", package: "swift-syntax"),
                .product(name: "SwiftSyntax", package: "swift-syntax"),
            ]),
        .executableTarget(name: "port-from-ios", dependencies: ["PortingConversions"]),
        .plugin(name: "PortFromIOS", capability: .buildTool(), dependencies: ["port-from-ios"]),
        .testTarget(name: "PortingConversionsTests", dependencies: ["PortingConversions"]),
    ],
    swiftLanguageModes: [.v6]
)
