// swift-tools-version: 6.0
import PackageDescription

// One target, one duty; a target imports only targets of a lower level (docs/architecture.md).
// `HouseTests` holds `Sources/` against that table.
let package = Package(
    name: "TouchTracker",
    products: [
        .library(name: "TouchKit", targets: ["TouchKit"]),
        .library(name: "TouchKitTesting", targets: ["TouchKitTesting"]),
        .library(name: "KioskRuntime", targets: ["KioskRuntime"]),
        .executable(name: "touchtracker", targets: ["touchtracker"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
        .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", from: "0.2.0"),
    ],
    targets: [
        // Level 0
        .target(name: "Geometry"),
        .systemLibrary(name: "CDRM", pkgConfig: "libdrm", providers: [.apt(["libdrm-dev"])]),
        .systemLibrary(
            name: "CFreeType", pkgConfig: "freetype2", providers: [.apt(["libfreetype-dev"])]),
        .systemLibrary(name: "CInput", pkgConfig: "libinput", providers: [.apt(["libinput-dev"])]),
        .systemLibrary(name: "CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
        .systemLibrary(
            name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CUdev", pkgConfig: "libudev", providers: [.apt(["libudev-dev"])]),
        .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
        .systemLibrary(name: "CLinux"),
        .systemLibrary(name: "CCrypt", pkgConfig: "libcrypt", providers: [.apt(["libcrypt-dev"])]),

        // Level 1
        .target(name: "Raster", dependencies: ["Geometry"]),
        .target(name: "Touch", dependencies: ["Geometry"]),
        .target(name: "Pacing", dependencies: ["Geometry"]),
        .target(name: "Linux", dependencies: ["Geometry", "CLinux", "CUdev"]),
        .target(name: "YAML", dependencies: ["CYAML"]),

        // Level 2
        .target(name: "TouchKit", dependencies: ["Geometry", "Touch", "Raster"]),
        .target(name: "Services", dependencies: ["Geometry", "Touch"]),
        .target(name: "Display", dependencies: ["Geometry", "Linux", "Raster", "CDRM"]),
        .target(name: "Input", dependencies: ["Geometry", "Linux", "Touch", "CInput"]),
        .target(name: "Robot", dependencies: ["Geometry", "Linux", "Touch"]),
        .target(name: "PNG", dependencies: ["Geometry", "Raster", "CPNG"]),
        .target(name: "Text", dependencies: ["Raster", "CFreeType"]),
        .target(name: "FieldTest", dependencies: ["Geometry", "Touch"]),
        .target(name: "Orientation", dependencies: ["Geometry", "Touch"]),
        .target(name: "Recordings", dependencies: ["Geometry", "Touch", "YAML"]),
        .target(name: "Store", dependencies: ["Geometry", "Linux", "CSQLite"]),
        .target(name: "PatternLock", dependencies: ["Linux", "CCrypt"]),

        // Level 3
        .target(
            name: "TouchTrackerApp",
            dependencies: [
                "Geometry", "TouchKit", "Services", "FieldTest", "Orientation", "Store",
                "PatternLock", "Touch", "Raster",
            ]),
        .target(
            name: "KioskRuntime",
            dependencies: [
                "Geometry", "TouchKit", "Services", "Display", "Input", "Linux", "PNG", "Pacing",
                "Raster", "Recordings", "Robot", "Text", "Touch", "YAML",
                .product(name: "Histogram", package: "hdrhistogram-swift"),
            ]),
        .target(
            name: "TouchKitTesting",
            dependencies: ["Geometry", "TouchKit", "Pacing", "Touch", "Raster"]),

        // Level 4
        .executableTarget(
            name: "touchtracker",
            dependencies: [
                "TouchTrackerApp", "KioskRuntime", "FieldTest", "Pacing", "PNG", "Recordings",
                "Robot", "Store", "PatternLock", "YAML",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            linkerSettings: [
                // Addresses in the program's tables are put right at its start. Said in bits they take
                // 11 KB of memory instead of 1.3 MB; glibc knows that since 2.36, and not every linker.
                .unsafeFlags(
                    ["-use-ld=lld", "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs"],
                    .when(configuration: .release))
            ]),

        // Tests
        .target(name: "CAllocationCounter", path: "Tests/CAllocationCounter"),
        .target(name: "CInstructionCounter", path: "Tests/CInstructionCounter"),
        .target(
            name: "CostScene", dependencies: ["TouchKit", "TouchKitTesting", "Touch", "Geometry"],
            path: "Tests/CostScene"),
        .executableTarget(
            name: "touchkit-bench",
            dependencies: ["CostScene", "CAllocationCounter", "CInstructionCounter"],
            path: "Tests/TouchKitBench"),
        .executableTarget(
            name: "raster-bench", dependencies: ["Raster", "Geometry", "CAllocationCounter"],
            path: "Tests/RasterBench",
            exclude: ["Counter", "Peers"]),
        .target(
            name: "FieldTestTechnician",
            dependencies: ["FieldTest", "Recordings", "Touch", "Geometry"],
            path: "Tests/FieldTestTechnician"),
        .executableTarget(
            name: "confusion-table", dependencies: ["FieldTestTechnician"],
            path: "Tests/ConfusionTable"),
        .testTarget(
            name: "FieldTestTests", dependencies: ["FieldTest", "FieldTestTechnician", "Touch"]),
        .target(
            name: "TestSupport",
            dependencies: ["Display", "KioskRuntime", "PNG", "Recordings", "Store"],
            path: "Tests/TestSupport"),
        .executableTarget(
            name: "scene-robot",
            dependencies: ["KioskRuntime", "TouchTrackerApp", "CAllocationCounter", "TestSupport"],
            path: "Tests/SceneRobot"),
        .executableTarget(
            name: "robot-hand",
            dependencies: ["Robot", "Recordings", "Input", "Linux", "Touch", "Geometry"],
            path: "Tests/RobotHand"),
        .executableTarget(
            name: "script-hand",
            dependencies: [
                "KioskRuntime", "Pacing", "Robot", "Text", "TouchTrackerApp", "TestSupport",
            ],
            path: "Tests/ScriptHand"),
        .executableTarget(
            name: "drawing-hand", dependencies: ["KioskRuntime", "TouchTrackerApp", "TestSupport"],
            path: "Tests/DrawingHand"),
        .executableTarget(name: "boot-probe", dependencies: ["CDRM"], path: "Tests/BootProbe"),
        .executableTarget(
            name: "board-tool", dependencies: ["TestSupport"], path: "Tests/BoardTool"),
        .executableTarget(
            name: "prediction-bench", dependencies: ["TestSupport"],
            path: "Tests/PredictionBench"),
        .executableTarget(
            name: "first-frame-bench",
            dependencies: ["TouchTrackerApp", "TouchKitTesting", "Store", "TestSupport"],
            path: "Tests/FirstFrameBench"),
        .testTarget(name: "OrientationTests", dependencies: ["Orientation", "Touch"]),
        .testTarget(name: "GeometryTests", dependencies: ["Geometry", "TestSupport"]),
        .testTarget(
            name: "RasterTests", dependencies: ["Raster", "CAllocationCounter", "TestSupport"],
            exclude: [
                "Composing/Goldens", "Paints/Goldens", "Paths/Goldens", "Pictures/Goldens",
                "Scanout/Goldens", "Strokes/Goldens", "Text/Goldens",
            ]),
        .testTarget(
            name: "TextTests",
            dependencies: [
                "Text", "TouchKit", "TouchKitTesting", "CAllocationCounter", "TestSupport",
            ],
            exclude: ["Goldens"]),
        .executableTarget(
            name: "store-hand", dependencies: ["Store", "TestSupport"],
            path: "Tests/StoreHand"),
        .testTarget(
            name: "StoreTests", dependencies: ["Store", "store-hand", "TestSupport"],
            exclude: ["Files"]),
        .executableTarget(
            name: "pattern-hand",
            dependencies: ["TouchTrackerApp", "TouchKit", "PatternLock", "Linux"],
            path: "Tests/PatternHand"),
        .testTarget(name: "PatternLockTests", dependencies: ["PatternLock", "TestSupport"]),
        .testTarget(name: "PNGTests", dependencies: ["PNG", "TestSupport"]),
        .testTarget(
            name: "TouchTests", dependencies: ["Touch", "CAllocationCounter", "TestSupport"]),
        .testTarget(name: "PacingTests", dependencies: ["Pacing", "TestSupport"]),
        .executableTarget(name: "lock-hand", dependencies: ["Linux"], path: "Tests/LockHand"),
        .testTarget(name: "LinuxTests", dependencies: ["Linux", "lock-hand", "TestSupport"]),
        .testTarget(name: "YAMLTests", dependencies: ["YAML", "TestSupport"]),
        .testTarget(
            name: "TouchKitTests",
            dependencies: [
                "TouchKit", "TouchKitTesting", "CAllocationCounter", "CostScene", "TestSupport",
            ],
            exclude: ["Controls/Goldens", "Drawing/Goldens", "Menu/Goldens", "Views/Goldens"]),
        .testTarget(name: "ServicesTests", dependencies: ["Services", "TestSupport"]),
        .testTarget(name: "DisplayTests", dependencies: ["Display", "TestSupport"]),
        .testTarget(name: "InputTests", dependencies: ["Input", "TestSupport"]),
        .testTarget(
            name: "RobotTests", dependencies: ["Robot", "CAllocationCounter", "TestSupport"]),
        .testTarget(
            name: "RecordingsTests",
            dependencies: ["Recordings", "CAllocationCounter", "TestSupport"],
            exclude: ["Hands", "Recordings"]),
        .testTarget(
            name: "KioskRuntimeTests",
            dependencies: [
                "KioskRuntime", "TouchTrackerApp", "Recordings", "Robot", "PNG",
                "CAllocationCounter", "TestSupport",
            ],
            exclude: ["Goldens"]),
        .testTarget(
            name: "TouchTrackerAppTests",
            dependencies: [
                "TouchTrackerApp", "TouchKitTesting", "FieldTest", "Linux", "Orientation", "Robot",
                "Services", "Store", "PatternLock", "CAllocationCounter", "TestSupport",
            ],
            exclude: [
                "Drawing/Goldens", "Export/Goldens", "FieldTest/Goldens", "Maintenance/Goldens",
                "Orientation/Goldens", "Overlay/Goldens", "Scenes/Goldens", "Status/Goldens",
                "Toolbar/Goldens",
            ]),
        .testTarget(
            name: "TouchTrackerTests",
            dependencies: [
                "touchtracker", "FieldTest", "FieldTestTechnician", "Geometry", "KioskRuntime",
                "TouchTrackerApp", "Input", "Linux", "PatternLock", "PNG", "Recordings", "Store",
                "Touch", "YAML", "pattern-hand", "TestSupport",
            ],
            exclude: ["Preload"]),
        .testTarget(
            name: "BoardTests",
            dependencies: [
                "FieldTest", "FieldTestTechnician", "KioskRuntime", "PNG", "Recordings", "Robot",
                "TouchTrackerApp", "TestSupport",
            ],
            exclude: ["Goldens", "Preload", "StandIns"]),
        .testTarget(
            name: "FaultTests", dependencies: ["drawing-hand", "Store", "TestSupport"],
            exclude: ["Preload"]),
        .testTarget(name: "HouseTests", dependencies: ["TestSupport"]),
    ],
    swiftLanguageModes: [.v6]
)
