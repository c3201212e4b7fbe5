// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "Cards",
    dependencies: [
        // The folder of TouchTracker, or the URL of its repository.
        .package(name: "TouchTracker", path: "../..")
    ],
    targets: [
        // The app as a library, so that tests can import it.
        .target(
            name: "Cards",
            dependencies: [.product(name: "TouchKit", package: "TouchTracker")]),
        // The program that a board starts.
        .executableTarget(
            name: "cards-app",
            dependencies: [
                "Cards", .product(name: "KioskRuntime", package: "TouchTracker"),
            ],
            path: "Sources/CardsApp",
            linkerSettings: [
                // Without exported symbols, the program is a tenth smaller.
                .unsafeFlags(
                    ["-Xlinker", "--no-export-dynamic"], .when(configuration: .release))
            ]),
        .testTarget(
            name: "CardsTests",
            dependencies: [
                "Cards", .product(name: "KioskTesting", package: "TouchTracker"),
            ],
            exclude: ["Goldens"]),
    ]
)
