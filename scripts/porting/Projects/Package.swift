// swift-tools-version: 6.0
import Foundation
import PackageDescription

// The tests of iOS projects that `scripts/ios-projects` converted. Missing projects are left out.
// SwiftPM notices a new one only without its caches, as `scripts/ios-projects --test` runs it.
let folder = "../../../out/ported"
let projects = [
    "Cosmos", "HGCircularSlider", "PulckTouchTracker", "SwiftyDraw", "ZLSwipeableViewSwift",
].filter {
    FileManager.default.fileExists(
        atPath: "\(Context.packageDirectory)/\(folder)/\($0)/Package.swift")
}

// Tests that CGPoint and others are Foundation's if TouchKit is built so.
let foundationTests: [Target] = [
    .testTarget(
        name: "FoundationTypesTests",
        dependencies: [
            .product(name: "TouchKitTesting", package: "TouchTracker"),
            .product(name: "UIKit", package: "TouchTracker"),
            .product(name: "UIKitTesting", package: "TouchTracker"),
        ])
].filter { _ in Context.environment["TOUCHKIT_FOUNDATION"] == "1" }

let package = Package(
    name: "PortedProjects",
    dependencies: [.package(name: "TouchTracker", path: "../../..")]
        + projects.map { .package(path: "\(folder)/\($0)") },
    targets: [
        .testTarget(
            name: "ProjectTests",
            dependencies: [
                .product(name: "KioskTesting", package: "TouchTracker"),
                .product(name: "TouchKit", package: "TouchTracker"),
                .product(name: "TouchKitTesting", package: "TouchTracker"),
            ] + projects.map { .product(name: $0, package: $0) },
            // `canImport` would find the module of a project that was removed since.
            swiftSettings: projects.map { .define("HAS_\($0)") })
    ] + foundationTests,
    swiftLanguageModes: [.v6]
)
