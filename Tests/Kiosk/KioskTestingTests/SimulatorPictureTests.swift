import Foundation
import KioskImages
import KioskTesting
import Testing
import TouchTrackerTestSupport

/// Pictures of client tests. Each test uses a copy of the folder structure of a test in a temporary
/// folder.
@Suite("Pictures of the simulator", .enabled(if: !updatesGoldens))
@MainActor
struct SimulatorPictureTests {
    private let folder = TemporaryFolder()
    private var source: String { "\(folder.path)/Tests.swift" }

    init() throws {
        mkdir("\(folder.path)/Goldens", 0o777)
    }

    private func makeSimulator(_ color: UIColor) -> TouchSimulator {
        let simulator = TouchSimulator(screenSize: CGSize(width: 40, height: 30))
        let square = UIView(frame: CGRect(x: 10, y: 10, width: 5, height: 4))
        square.backgroundColor = color
        simulator.window.addSubview(square)
        return simulator
    }

    @Test("savePNG writes the picture of the windows")
    func save() throws {
        let path = "\(folder.path)/square.png"
        let simulator = makeSimulator(.red)
        try simulator.savePNG(to: path)
        let picture = try PNGFile.read(path)
        #expect(picture.isEqual(to: simulator.render()))
        #expect(picture[12, 12] & 0xFFFFFF == 0xFF0000)
        #expect(throws: PictureError.self) {
            try simulator.savePNG(to: "\(folder.path)/missing/square.png")
        }
    }

    @Test("A picture that equals the golden picture passes; another one names the difference")
    func compare() throws {
        try makeSimulator(.red).savePNG(to: "\(folder.path)/Goldens/square.png")
        try makeSimulator(.red).verifyPicture("square", file: source)
        let error = try #require(throws: PictureError.self) {
            try makeSimulator(.blue).verifyPicture("square", file: source)
        }
        #expect(error.description.contains("/Goldens/square.png: 20 of 1200 pixels differ, see "))
        let actual = try PNGFile.read("\(folder.path)/Goldens/square.actual.png")
        #expect(actual[12, 12] & 0xFFFFFF == 0x0000FF)
        let difference = try PNGFile.read("\(folder.path)/Goldens/square.difference.png")
        #expect(difference[12, 12] & 0xFFFFFF == 0xFFFFFF && difference[0, 0] & 0xFFFFFF == 0)
    }

    @Test("A simulator with images draws text in a font file of the app")
    func ownFont() throws {
        let simulator = TouchSimulator.withImages(screenSize: CGSize(width: 40, height: 30))
        let label = UILabel(frame: simulator.window.bounds)
        label.text = "Ag"
        label.backgroundColor = .white
        simulator.window.addSubview(label)
        let builtIn = simulator.render()
        let path = "/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf"
        let name = try #require(UIFont.registerFont(atPath: path))
        label.font = try #require(UIFont(name: name, size: 17))
        #expect(!simulator.render().isEqual(to: builtIn))
    }

    @Test("A missing golden picture and another size are errors")
    func missing() throws {
        let error = try #require(throws: PictureError.self) {
            try makeSimulator(.red).verifyPicture("square", file: source)
        }
        #expect(error.description.contains("square.png: the golden picture is missing; "))
        try TouchSimulator(screenSize: CGSize(width: 10, height: 10))
            .savePNG(to: "\(folder.path)/Goldens/square.png")
        let size = try #require(throws: PictureError.self) {
            try makeSimulator(.red).verifyPicture("square", file: source)
        }
        #expect(size.description.contains("40 × 30 pixels instead of 10 × 10"))
    }

    @Test("withImages loads PNG files with UIImage")
    func images() throws {
        let path = "\(folder.path)/square.png"
        try makeSimulator(.red).savePNG(to: path)
        // A simulator without images has no decoder.
        let other = TouchSimulator(screenSize: CGSize(width: 40, height: 30))
        #expect(UIImage(contentsOfFile: path) == nil)
        let simulator = TouchSimulator.withImages(screenSize: CGSize(width: 40, height: 30))
        withExtendedLifetime(other) {}
        let image = try #require(UIImage(contentsOfFile: path))
        simulator.window.addSubview(UIImageView(image: image))
        #expect(simulator.render()[12, 12] & 0xFFFFFF == 0xFF0000)
    }
}

private let updatesGoldens = ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == "1"
