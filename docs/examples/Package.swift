// swift-tools-version: 6.0
import PackageDescription

let examples = [
    "line-drawing", "line-drawing-gestures", "touch-facts", "sparkles-and-lock", "pulse-and-pan",
    "contacts",
]

let package = Package(
    name: "Examples",
    dependencies: [
        // The folder of TouchTracker, or the URL of its repository.
        .package(name: "TouchTracker", path: "../..")
    ],
    targets: examples.map {
        .executableTarget(
            name: $0,
            dependencies: [
                .product(name: "TouchKit", package: "TouchTracker"),
                .product(name: "KioskRuntime", package: "TouchTracker"),
            ])
    } + [
        .testTarget(
            name: "ExampleTests",
            dependencies: examples.map { .target(name: $0) } + [
                .product(name: "TouchKitTesting", package: "TouchTracker")
            ])
    ]
)
