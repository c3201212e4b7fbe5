// swift-tools-version: 6.0
import PackageDescription

// The only statement of which module imports which: `scripts/test` builds with
// `--explicit-target-dependency-import-check error`. docs/architecture.md explains the groups.
let package = Package(
    name: "TouchTracker",
    products: [
        .library("TouchKit"),
        .library("TouchKitTesting"),
        .library("UIKit"),
        .library("UIKitFoundation"),
        .library(name: "UIKitTesting", targets: ["_Testing_CoreGraphics", "_Testing_UIKit"]),
        .library("CoreGraphics"),
        .library("QuartzCore"),
        .library("KioskRuntime"),
        .library("KioskTesting"),
        .executable(name: "touchtracker", targets: ["touchtracker"]),
    ],
    dependencies: [
        .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", from: "0.2.0")
    ],
    targets: [
        // Sources/C: a module map and a header each.
        .cLibrary("CTouchTrackerCrypt", pkgConfig: "libcrypt", package: "libcrypt-dev"),
        .systemLibrary(name: "CTouchTrackerDispatch", path: "Sources/C/CTouchTrackerDispatch"),
        .cLibrary("CTouchTrackerDRM", pkgConfig: "libdrm", package: "libdrm-dev"),
        .cLibrary("CTouchTrackerFreeType", pkgConfig: "freetype2", package: "libfreetype-dev"),
        .cLibrary("CTouchTrackerInput", pkgConfig: "libinput", package: "libinput-dev"),
        .systemLibrary(name: "CTouchTrackerLinux", path: "Sources/C/CTouchTrackerLinux"),
        .cLibrary("CTouchTrackerPNG", pkgConfig: "libpng", package: "libpng-dev"),
        .cLibrary("CTouchTrackerSQLite", pkgConfig: "sqlite3", package: "libsqlite3-dev"),
        .cLibrary("CTouchTrackerUdev", pkgConfig: "libudev", package: "libudev-dev"),
        .cLibrary("CTouchTrackerYAML", pkgConfig: "yaml-0.1", package: "libyaml-dev"),

        // Sources/TouchKit
        .module("TouchKitGeometry", in: "TouchKit"),
        .module("TouchKitRaster", in: "TouchKit", dependencies: ["TouchKitGeometry"]),
        .module("TouchKitContacts", in: "TouchKit", dependencies: ["TouchKitGeometry"]),
        .module("TouchKitPacing", in: "TouchKit", dependencies: ["TouchKitGeometry"]),
        .module(
            "TouchKit", in: "TouchKit",
            dependencies: ["TouchKitContacts", "TouchKitGeometry", "TouchKitRaster"]),
        .module(
            "TouchKitTesting", in: "TouchKit",
            dependencies: ["TouchKit", "TouchKitContacts", "TouchKitPacing", "TouchKitRaster"]),

        // Sources/Apple: the names of Apple's modules, for ported sources.
        .module("CoreGraphics", in: "Apple", dependencies: ["TouchKit"]),
        .module("QuartzCore", in: "Apple", dependencies: ["TouchKit"]),
        .module("UIKit", in: "Apple", dependencies: ["TouchKit"]),
        .module("UIKitFoundation", in: "Apple", dependencies: ["TouchKit", "UIKit"]),
        // For tests that import Testing and one of these modules; they link the testing library.
        .module("_Testing_CoreGraphics", in: "Apple"),
        .module("_Testing_UIKit", in: "Apple"),

        // Sources/Kiosk
        .module(
            "KioskSystem", in: "Kiosk",
            dependencies: [
                "CTouchTrackerDispatch", "CTouchTrackerLinux", "CTouchTrackerUdev",
                "TouchKitGeometry",
            ]),
        .module("KioskYAML", in: "Kiosk", dependencies: ["CTouchTrackerYAML", "KioskSystem"]),
        .module(
            "KioskImages", in: "Kiosk",
            dependencies: ["CTouchTrackerPNG", "KioskSystem", "TouchKitRaster"]),
        .module(
            "KioskText", in: "Kiosk",
            dependencies: ["CTouchTrackerFreeType", "KioskSystem", "TouchKitRaster"]),
        .module(
            "KioskServices", in: "Kiosk", dependencies: ["TouchKitContacts", "TouchKitGeometry"]),
        .module(
            "KioskDisplay", in: "Kiosk",
            dependencies: ["CTouchTrackerDRM", "KioskSystem", "TouchKitGeometry", "TouchKitRaster"]),
        .module(
            "KioskInput", in: "Kiosk",
            dependencies: [
                "CTouchTrackerInput", "KioskSystem", "TouchKitContacts", "TouchKitGeometry",
            ]),
        .module(
            "KioskRuntime", in: "Kiosk",
            dependencies: [
                "KioskDisplay", "KioskImages", "KioskInput", "KioskServices", "KioskSystem",
                "KioskText", "KioskYAML", "TouchKit", "TouchKitContacts", "TouchKitGeometry",
                "TouchKitPacing", "TouchKitRaster",
            ]),
        .module(
            "KioskTesting", in: "Kiosk",
            dependencies: [
                "KioskImages", "KioskSystem", "KioskText", "TouchKit", "TouchKitGeometry",
                "TouchKitRaster", "TouchKitTesting",
            ]),

        // Sources/App
        .module(
            "TouchTrackerApp", in: "App",
            dependencies: [
                "KioskServices", "TouchKit", "TouchKitContacts", "TouchKitGeometry",
                "TouchKitRaster", "TouchTrackerLock", "TouchTrackerOrientation",
                "TouchTrackerStore",
            ]),
        .module(
            "TouchTrackerLock", in: "App", dependencies: ["CTouchTrackerCrypt", "KioskSystem"]),
        .module(
            "TouchTrackerOrientation", in: "App",
            dependencies: ["TouchKitContacts", "TouchKitGeometry"]),
        .module(
            "TouchTrackerStore", in: "App",
            dependencies: ["CTouchTrackerSQLite", "KioskSystem", "TouchKitGeometry"]),

        // Sources/Lab
        .module(
            "LabBenchmark", in: "Lab",
            dependencies: [
                "KioskDisplay", "KioskInput", "KioskRuntime", "KioskServices", "KioskSystem",
                "LabRecordings", "LabReplay", "LabRobot", "TouchKit", "TouchKitContacts",
                "TouchKitGeometry", "TouchKitRaster",
                .product(name: "Histogram", package: "hdrhistogram-swift"),
            ]),
        .module(
            "LabDoctor", in: "Lab",
            dependencies: [
                "KioskInput", "KioskServices", "KioskSystem", "KioskYAML", "TouchKitContacts",
                "TouchKitGeometry",
            ]),
        .module("LabFaults", in: "Lab", dependencies: ["TouchKitContacts", "TouchKitGeometry"]),
        .module("LabFieldTest", in: "Lab", dependencies: ["TouchKitContacts", "TouchKitGeometry"]),
        .module(
            "LabRecorder", in: "Lab",
            dependencies: [
                "KioskInput", "KioskSystem", "LabRecordings", "TouchKitContacts",
                "TouchKitGeometry",
            ]),
        .module(
            "LabRecordings", in: "Lab",
            dependencies: [
                "KioskSystem", "KioskYAML", "LabFaults", "TouchKitContacts", "TouchKitGeometry",
            ]),
        .module(
            "LabReplay", in: "Lab",
            dependencies: [
                "KioskDisplay", "KioskRuntime", "KioskServices", "KioskSystem", "LabFaults",
                "LabRecordings", "TouchKit", "TouchKitContacts", "TouchKitGeometry",
                "TouchKitPacing", "TouchKitRaster",
            ]),
        .module(
            "LabReports", in: "Lab",
            dependencies: [
                "KioskInput", "KioskSystem", "KioskYAML", "LabBenchmark", "LabFieldTest",
                "LabRecordings", "TouchKitContacts", "TouchKitGeometry",
            ]),
        .module(
            "LabRobot", in: "Lab",
            dependencies: ["KioskServices", "KioskSystem", "TouchKitContacts", "TouchKitGeometry"]),
        .module(
            "LabScreens", in: "Lab",
            dependencies: [
                "KioskServices", "KioskSystem", "LabBenchmark", "LabDoctor", "LabFieldTest",
                "LabRecorder", "LabRecordings", "LabReports", "LabRobot", "TouchKit",
                "TouchKitContacts", "TouchKitGeometry", "TouchTrackerApp",
            ]),

        // Sources/CLI
        .program(
            "touchtracker", in: "CLI",
            dependencies: [
                "KioskDisplay", "KioskImages", "KioskInput", "KioskRuntime", "KioskServices",
                "KioskSystem", "KioskYAML", "LabBenchmark", "LabDoctor", "LabFaults",
                "LabFieldTest", "LabRecorder", "LabRecordings", "LabReplay", "LabReports",
                "LabRobot", "LabScreens", "TouchKit", "TouchKitContacts", "TouchKitGeometry",
                "TouchKitPacing", "TouchKitRaster", "TouchTrackerApp", "TouchTrackerLock",
                "TouchTrackerStore",
            ]),

        // Tests/Support
        .support("CTouchTrackerAllocationCounter"),
        .support("CTouchTrackerDurabilityTrace"),
        .support("CTouchTrackerInstructionCounter"),
        .support(
            "LabFieldTestTechnician",
            dependencies: [
                "LabFaults", "LabFieldTest", "LabRecordings", "TouchKitContacts",
                "TouchKitGeometry",
            ]),
        .support(
            "TouchKitCostScene",
            dependencies: ["TouchKit", "TouchKitContacts", "TouchKitGeometry", "TouchKitTesting"]),
        .support(
            "TouchTrackerAppTestSupport",
            dependencies: [
                "KioskServices", "TouchKit", "TouchKitContacts", "TouchKitGeometry",
                "TouchKitRaster", "TouchKitTesting", "TouchTrackerApp", "TouchTrackerLock",
                "TouchTrackerTestSupport",
            ]),
        .support(
            "TouchTrackerTestSupport",
            dependencies: [
                "KioskDisplay", "KioskRuntime", "KioskServices", "KioskSystem", "KioskTesting",
                "LabRecordings", "TouchKit", "TouchKitContacts", "TouchKitGeometry",
                "TouchKitPacing", "TouchKitRaster", "TouchTrackerStore",
            ]),
        .support(
            "TouchTrackerVirtualBoard",
            dependencies: [
                "KioskSystem", "LabRecordings", "TouchKitContacts", "TouchTrackerStore",
                "TouchTrackerTestSupport",
            ]),

        // Tests/Tools
        .tool("kiosk-client-app", dependencies: ["KioskRuntime", "TouchKit"]),
        .tool("kiosk-lock-holder", dependencies: ["KioskSystem"]),
        .tool(
            "kiosk-main-queue-subject",
            dependencies: ["KioskDisplay", "KioskRuntime", "TouchKit"]),
        .tool(
            "lab-confusion-table",
            dependencies: ["LabFieldTest", "LabFieldTestTechnician", "TouchKitGeometry"]),
        .tool(
            "lab-robot",
            dependencies: [
                "KioskInput", "KioskSystem", "LabFaults", "LabFieldTest",
                "LabFieldTestTechnician", "LabRecordings", "LabRobot", "TouchKitContacts",
                "TouchKitGeometry",
            ]),
        .tool(
            "lab-scene-robot",
            dependencies: [
                "CTouchTrackerAllocationCounter", "KioskDisplay", "KioskRuntime", "KioskServices",
                "KioskSystem", "TouchKit", "TouchKitContacts", "TouchKitGeometry", "TouchKitPacing",
                "TouchKitRaster", "TouchTrackerApp", "TouchTrackerTestSupport",
            ]),
        .tool(
            "lab-script-player",
            dependencies: [
                "KioskDisplay", "KioskRuntime", "KioskServices", "KioskSystem", "KioskText",
                "LabReplay", "LabRobot", "LabScreens", "TouchKit", "TouchKitContacts",
                "TouchKitGeometry", "TouchKitPacing", "TouchKitRaster", "TouchTrackerApp",
                "TouchTrackerTestSupport",
            ]),
        .tool(
            "touchkit-benchmark",
            dependencies: [
                "CTouchTrackerAllocationCounter", "CTouchTrackerInstructionCounter",
                "TouchKitCostScene",
            ]),
        .tool("touchkit-prediction-benchmark", dependencies: ["TouchTrackerTestSupport"]),
        .tool(
            "touchkit-raster-benchmark",
            dependencies: [
                "CTouchTrackerAllocationCounter", "KioskSystem", "TouchKitGeometry",
                "TouchKitRaster",
            ], exclude: ["Counter", "Peers"]),
        .tool(
            "touchtracker-board-tool",
            dependencies: ["TouchTrackerTestSupport", "TouchTrackerVirtualBoard"]),
        .tool("touchtracker-boot-probe", dependencies: ["CTouchTrackerDRM"]),
        .tool(
            "touchtracker-crash-subject",
            dependencies: [
                "KioskDisplay", "KioskRuntime", "KioskServices", "KioskSystem", "TouchKit",
                "TouchKitContacts", "TouchKitGeometry", "TouchKitPacing", "TouchKitRaster",
                "TouchTrackerApp", "TouchTrackerStore", "TouchTrackerTestSupport",
            ]),
        .tool(
            "touchtracker-first-frame-benchmark",
            dependencies: [
                "KioskSystem", "LabScreens", "TouchKit", "TouchKitGeometry", "TouchKitRaster",
                "TouchKitTesting", "TouchTrackerApp", "TouchTrackerStore",
                "TouchTrackerTestSupport",
            ]),
        .tool(
            "touchtracker-pattern-checker",
            dependencies: ["KioskSystem", "TouchKit", "TouchTrackerApp", "TouchTrackerLock"]),
        .tool(
            "touchtracker-store-writer",
            dependencies: ["TouchTrackerStore", "TouchTrackerTestSupport"]),

        // Tests/TouchKit
        .tests(
            "TouchKitContactsTests", in: "TouchKit",
            dependencies: [
                "CTouchTrackerAllocationCounter", "TouchKitContacts", "TouchKitGeometry",
                "TouchTrackerTestSupport",
            ]),
        .tests(
            "TouchKitGeometryTests", in: "TouchKit",
            dependencies: ["TouchKitGeometry", "TouchTrackerTestSupport"]),
        .tests(
            "TouchKitPacingTests", in: "TouchKit",
            dependencies: ["TouchKitGeometry", "TouchKitPacing", "TouchTrackerTestSupport"]),
        .tests(
            "TouchKitRasterTests", in: "TouchKit",
            dependencies: [
                "CTouchTrackerAllocationCounter", "TouchKitGeometry", "TouchKitRaster",
                "TouchTrackerTestSupport",
            ],
            exclude: [
                "Composing/Goldens", "Paints/Goldens", "Paths/Goldens", "Pictures/Goldens",
                "Scanout/Goldens", "Strokes/Goldens", "Text/Goldens",
            ]),
        .tests(
            "TouchKitTests", in: "TouchKit",
            dependencies: [
                "CTouchTrackerAllocationCounter", "KioskImages", "TouchKit", "TouchKitContacts",
                "TouchKitCostScene", "TouchKitGeometry", "TouchKitRaster", "TouchKitTesting",
                "TouchTrackerTestSupport",
            ],
            exclude: [
                "Controls/Goldens", "Drawing/Goldens", "Menu/Goldens", "TableView/Goldens",
                "Views/Goldens",
            ]),

        // Tests/Apple
        .tests(
            "UIKitTests", in: "Apple",
            dependencies: ["TouchKitTesting", "UIKit", "UIKitFoundation", "_Testing_UIKit"]),

        // Tests/Kiosk
        .tests(
            "KioskDisplayTests", in: "Kiosk",
            dependencies: ["KioskDisplay", "KioskSystem", "TouchKitGeometry", "TouchKitRaster"]),
        .tests(
            "KioskImagesTests", in: "Kiosk",
            dependencies: ["KioskImages", "TouchKitRaster", "TouchTrackerTestSupport"]),
        .tests(
            "KioskInputTests", in: "Kiosk",
            dependencies: [
                "KioskInput", "KioskSystem", "TouchKitContacts", "TouchKitGeometry",
                "TouchTrackerTestSupport",
            ]),
        .tests(
            "KioskRuntimeTests", in: "Kiosk",
            dependencies: [
                "CTouchTrackerAllocationCounter", "KioskDisplay", "KioskImages", "KioskInput",
                "KioskRuntime", "KioskServices", "KioskSystem", "KioskYAML", "LabRobot", "TouchKit",
                "TouchKitContacts", "TouchKitGeometry", "TouchKitPacing", "TouchKitRaster",
                "TouchTrackerApp", "TouchTrackerTestSupport", "kiosk-client-app",
                "kiosk-main-queue-subject",
            ]),
        .tests(
            "KioskServicesTests", in: "Kiosk",
            dependencies: ["KioskServices", "TouchKitContacts", "TouchKitGeometry"]),
        .tests(
            "KioskSystemTests", in: "Kiosk",
            dependencies: [
                "CTouchTrackerDurabilityTrace", "KioskSystem", "TouchKitGeometry",
                "TouchTrackerTestSupport", "kiosk-lock-holder",
            ]),
        .tests(
            "KioskTestingTests", in: "Kiosk",
            dependencies: ["KioskImages", "KioskTesting", "TouchTrackerTestSupport"]),
        .tests(
            "KioskTextTests", in: "Kiosk",
            dependencies: [
                "CTouchTrackerAllocationCounter", "KioskImages", "KioskText", "TouchKit",
                "TouchKitGeometry", "TouchKitRaster", "TouchKitTesting", "TouchTrackerTestSupport",
            ], exclude: ["Goldens"]),
        .tests(
            "KioskYAMLTests", in: "Kiosk", dependencies: ["KioskYAML", "TouchTrackerTestSupport"]),

        // Tests/App
        .tests(
            "TouchTrackerAppTests", in: "App",
            dependencies: [
                "CTouchTrackerAllocationCounter", "KioskDisplay", "KioskRuntime", "KioskServices",
                "KioskSystem", "TouchKit", "TouchKitContacts", "TouchKitGeometry", "TouchKitPacing",
                "TouchKitRaster", "TouchKitTesting", "TouchTrackerApp",
                "TouchTrackerAppTestSupport", "TouchTrackerLock", "TouchTrackerOrientation",
                "TouchTrackerStore", "TouchTrackerTestSupport",
            ],
            exclude: [
                "Drawing/Goldens", "Export/Goldens", "Maintenance/Goldens", "Orientation/Goldens",
                "Pages/Goldens", "Scenes/Goldens", "Status/Goldens", "Toolbar/Goldens",
            ]),
        .tests(
            "TouchTrackerCrashTests", in: "App",
            dependencies: [
                "TouchKitGeometry", "TouchTrackerStore", "TouchTrackerTestSupport",
                "touchtracker-crash-subject", "touchtracker-store-writer",
            ], exclude: ["Preload"]),
        .tests(
            "TouchTrackerLockTests", in: "App",
            dependencies: [
                "CTouchTrackerDurabilityTrace", "KioskSystem", "TouchTrackerLock",
                "TouchTrackerTestSupport",
            ]),
        .tests(
            "TouchTrackerOrientationTests", in: "App",
            dependencies: ["TouchKitContacts", "TouchKitGeometry", "TouchTrackerOrientation"]),
        .tests(
            "TouchTrackerStoreTests", in: "App",
            dependencies: [
                "CTouchTrackerDurabilityTrace", "KioskSystem", "TouchKitGeometry",
                "TouchTrackerStore", "TouchTrackerTestSupport", "touchtracker-store-writer",
            ], exclude: ["Files"]),

        // Tests/Lab
        .tests(
            "LabBenchmarkTests", in: "Lab",
            dependencies: [
                "CTouchTrackerAllocationCounter", "KioskServices", "LabBenchmark",
                "TouchKitGeometry", "TouchTrackerTestSupport",
            ]),
        .tests(
            "LabDoctorTests", in: "Lab",
            dependencies: [
                "KioskInput", "KioskServices", "KioskSystem", "KioskYAML", "LabDoctor",
                "TouchKitContacts", "TouchKitGeometry", "TouchTrackerTestSupport",
            ]),
        .tests(
            "LabFaultsTests", in: "Lab",
            dependencies: [
                "CTouchTrackerAllocationCounter", "LabFaults", "TouchKitContacts",
                "TouchKitGeometry", "TouchTrackerTestSupport",
            ]),
        .tests(
            "LabFieldTestTests", in: "Lab",
            dependencies: [
                "LabFaults", "LabFieldTest", "LabFieldTestTechnician", "TouchKitContacts",
                "TouchKitGeometry",
            ]),
        .tests(
            "LabRecorderTests", in: "Lab",
            dependencies: [
                "KioskInput", "KioskSystem", "LabRecorder", "LabRecordings", "TouchKitContacts",
                "TouchKitGeometry", "TouchTrackerTestSupport",
            ]),
        .tests(
            "LabRecordingsTests", in: "Lab",
            dependencies: [
                "CTouchTrackerAllocationCounter", "LabFaults", "LabRecordings", "TouchKitContacts",
                "TouchKitGeometry", "TouchTrackerTestSupport",
            ], exclude: ["Hands", "Recordings"]),
        .tests(
            "LabReplayTests", in: "Lab",
            dependencies: [
                "CTouchTrackerAllocationCounter", "KioskDisplay", "KioskImages", "KioskRuntime",
                "KioskServices", "LabRecordings", "LabReplay", "TouchKit", "TouchKitContacts",
                "TouchKitGeometry", "TouchTrackerApp", "TouchTrackerTestSupport",
            ], exclude: ["Goldens"]),
        .tests(
            "LabReportsTests", in: "Lab",
            dependencies: [
                "KioskInput", "KioskSystem", "KioskYAML", "LabBenchmark", "LabFaults",
                "LabFieldTest", "LabFieldTestTechnician", "LabRecordings", "LabReports",
                "TouchKitContacts", "TouchKitGeometry", "TouchTrackerTestSupport",
            ]),
        .tests(
            "LabRobotTests", in: "Lab",
            dependencies: [
                "CTouchTrackerAllocationCounter", "KioskSystem", "LabFaults", "LabRobot",
                "TouchKitContacts", "TouchKitGeometry", "TouchTrackerTestSupport",
            ]),
        .tests(
            "LabScreensTests", in: "Lab",
            dependencies: [
                "CTouchTrackerAllocationCounter", "KioskImages", "KioskRuntime", "KioskServices",
                "KioskSystem", "KioskText", "LabBenchmark", "LabDoctor", "LabFieldTest",
                "LabFieldTestTechnician", "LabReports", "LabRobot", "LabScreens", "TouchKit",
                "TouchKitContacts", "TouchKitGeometry", "TouchKitRaster", "TouchKitTesting",
                "TouchTrackerApp", "TouchTrackerAppTestSupport", "TouchTrackerTestSupport",
            ], exclude: ["Benchmark/Goldens", "FieldTest/Goldens", "Overlay/Goldens"]),

        // Tests/CLI
        .tests(
            "TouchTrackerCommandTests", in: "CLI",
            dependencies: [
                "KioskDisplay", "KioskImages", "KioskInput", "KioskRuntime", "KioskSystem",
                "KioskYAML", "LabFieldTest", "LabFieldTestTechnician", "LabRecordings",
                "LabReports", "TouchKitContacts", "TouchKitGeometry", "TouchKitRaster",
                "TouchTrackerApp", "TouchTrackerLock", "TouchTrackerStore",
                "TouchTrackerTestSupport", "TouchTrackerVirtualBoard", "touchtracker",
                "touchtracker-pattern-checker",
            ], exclude: ["Preload", "Usage/Goldens"]),

        // Tests/Board
        .tests(
            "BoardTests", in: "Board",
            dependencies: [
                "KioskDisplay", "KioskImages", "KioskRuntime", "LabFaults", "LabFieldTest",
                "LabFieldTestTechnician", "LabRecordings", "LabReplay", "LabRobot", "TouchKit",
                "TouchKitContacts", "TouchKitGeometry", "TouchKitRaster", "TouchTrackerApp",
                "TouchTrackerStore", "TouchTrackerTestSupport", "TouchTrackerVirtualBoard",
            ], exclude: ["Goldens", "Preload", "StandIns"]),

        // Tests/Structure
        .tests("StructureTests", in: "Structure"),
    ],
    swiftLanguageModes: [.v6]
)

extension Product {
    /// A library product of the module with the same name and the modules that it re-exports.
    static func library(_ name: String) -> Product {
        .library(name: name, targets: Target.withReexports([name]))
    }
}

extension Target {
    /// A module map for a C library that pkg-config finds.
    static func cLibrary(_ name: String, pkgConfig: String, package: String) -> Target {
        .systemLibrary(
            name: name, path: "Sources/C/\(name)", pkgConfig: pkgConfig,
            providers: [.apt([package])])
    }

    /// A library module in `Sources/<group>`.
    static func module(
        _ name: String, in group: String, dependencies: [Dependency] = []
    ) -> Target {
        .target(
            name: name, dependencies: withReexports(dependencies), path: "Sources/\(group)/\(name)",
            swiftSettings: swiftSettings + (runsInFrames(name, in: group) ? [] : sizeSettings))
    }

    /// An executable in `Sources/<group>`.
    static func program(_ name: String, in group: String, dependencies: [Dependency]) -> Target {
        .executableTarget(
            name: name, dependencies: withReexports(dependencies), path: "Sources/\(group)/\(name)",
            swiftSettings: swiftSettings + sizeSettings,
            linkerSettings: [
                // Packs the relative relocations (11 KB instead of 1.3 MB of private memory).
                // Needs glibc 2.36 and a linker that knows the flag. Without exported symbols, the
                // program is 1.5 MB smaller.
                .unsafeFlags(
                    [
                        "-use-ld=lld", "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs",
                        "-Xlinker", "--no-export-dynamic",
                    ],
                    .when(configuration: .release))
            ])
    }

    /// A library that only tests and tools use, in `Tests/Support`.
    static func support(_ name: String, dependencies: [Dependency] = []) -> Target {
        .target(
            name: name, dependencies: withReexports(dependencies), path: "Tests/Support/\(name)",
            swiftSettings: swiftSettings)
    }

    /// An executable that tests, benchmarks and boards use, in `Tests/Tools`.
    static func tool(
        _ name: String, dependencies: [Dependency] = [], exclude: [String] = []
    ) -> Target {
        .executableTarget(
            name: name, dependencies: withReexports(dependencies), path: "Tests/Tools/\(name)",
            exclude: exclude, swiftSettings: swiftSettings,
            linkerSettings: [
                // Boards' programs are linked with a linker script that only lld understands.
                .unsafeFlags(["-use-ld=lld"], .when(configuration: .release))
            ])
    }

    /// A test bundle in `Tests/<group>`.
    static func tests(
        _ name: String, in group: String, dependencies: [Dependency] = [], exclude: [String] = []
    ) -> Target {
        .testTarget(
            name: name, dependencies: withReexports(dependencies), path: "Tests/\(group)/\(name)",
            exclude: exclude, swiftSettings: swiftSettings)
    }

    /// The modules that each module re-exports.
    ///
    /// SwiftPM compiles a module again if a module changes that it depends on directly, but not if
    /// only a re-exported module changes. The old code then calls wrong methods of changed classes.
    /// Products and targets therefore contain or depend on the re-exported modules, too.
    private static let reexports = [
        "TouchKit": ["TouchKitGeometry", "TouchKitRaster"],
        "TouchKitTesting": ["TouchKit"],
        "CoreGraphics": ["TouchKit"],
        "QuartzCore": ["TouchKit"],
        "UIKit": ["TouchKit"],
        "UIKitFoundation": ["UIKit"],
        "KioskRuntime": [
            "KioskDisplay", "KioskInput", "KioskServices", "KioskSystem", "TouchKitContacts",
            "TouchKitPacing",
        ],
        "KioskTesting": ["TouchKitTesting"],
    ]

    /// Returns modules, followed by the modules that they re-export.
    static func withReexports(_ modules: [String]) -> [String] {
        var all = modules
        var next = 0
        while next < all.count {
            all += (reexports[all[next]] ?? []).filter { !all.contains($0) }
            next += 1
        }
        return all
    }

    /// Returns dependencies, followed by the modules that they re-export.
    private static func withReexports(_ dependencies: [Dependency]) -> [Dependency] {
        let modules = dependencies.compactMap { dependency -> String? in
            if case .byNameItem(let name, _) = dependency { name } else { nil }
        }
        return dependencies
            + withReexports(modules).dropFirst(modules.count).map { .byName(name: $0) }
    }

    /// Whether a module in `Sources/<group>` runs in frames, so that its speed counts more than its
    /// size. Modules of products must, because products cannot have unsafe flags.
    private static func runsInFrames(_ name: String, in group: String) -> Bool {
        group != "Lab" || ["LabBenchmark", "LabScreens"].contains(name)
    }

    /// Optimizes for size: the program for boards is 2 % smaller.
    private static var sizeSettings: [SwiftSetting] {
        [.unsafeFlags(["-Osize"], .when(configuration: .release))]
    }

    private static var swiftSettings: [SwiftSetting] {
        [.enableUpcomingFeature("MemberImportVisibility")]
            + (usesFoundation ? [.define("TOUCHKIT_FOUNDATION")] : [])
    }

    /// Whether `CGFloat`, `CGPoint`, `CGSize` and `CGRect` are Foundation's types, which links
    /// Foundation. A variable of the environment, because package traits require Swift 6.1.
    private static var usesFoundation: Bool { Context.environment["TOUCHKIT_FOUNDATION"] == "1" }
}
