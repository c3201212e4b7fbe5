// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "Cards",
    dependencies: [
        // Where you keep TouchTracker: a folder, or the address of its repository.
        .package(name: "TouchTracker", path: "../..")
    ],
    targets: [
        // The app without a screen, so that tests can play with it.
        .target(
            name: "Cards",
            dependencies: [.product(name: "TouchKit", package: "TouchTracker")]),
        // The program that a board boots into.
        .executableTarget(
            name: "cards-app",
            dependencies: [
                "Cards", .product(name: "KioskRuntime", package: "TouchTracker"),
            ],
            path: "Sources/CardsApp"),
        .testTarget(
            name: "CardsTests",
            dependencies: [
                "Cards", .product(name: "TouchKitTesting", package: "TouchTracker"),
            ]),
    ]
)
