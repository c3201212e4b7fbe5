import Glibc
import KioskSystem
import Testing
import TouchKit
import TouchKitRaster
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerStore
import TouchTrackerTestSupport

/// What was drawn is there again at the next start, in the first frame where its picture was kept.
@Suite("First frame", .serialized)
@MainActor
struct FirstFrameTests {
    private static let size = CGSize(width: 400, height: 240)
    private let place = DrawingPlace()

    /// The app on a screen, with a drawing in a folder.
    @MainActor
    private final class App {
        let simulator: TouchSimulator
        private let delegate: AppDelegate
        let saver: DrawingSaver

        init(_ place: DrawingPlace, size: CGSize = FirstFrameTests.size, scale: Double = 1) throws {
            simulator = TouchSimulator(screenSize: size, scale: scale)
            saver = try place.saver()
            delegate = AppDelegate(options: AppOptions(hasToolbar: false), saver: saver)
            simulator.application.launch(delegate)
        }

        var drawing: Drawing? {
            let windows = simulator.application.windows
            let scenes = windows.compactMap { $0.rootViewController as? DrawingSceneController }
            return scenes.first?.drawingController.drawing
        }

        func draw(_ number: Int) {
            let y = Double(10 + number * 17 % 220)
            simulator.down(1, at: CGPoint(20, y))
            for step in 1...6 {
                simulator.advance(by: 0.016)
                simulator.move(1, to: CGPoint(20 + Double(step) * 55, 240 - y))
            }
            simulator.up(1)
            simulator.advance(by: 0.5)
        }

        /// Ends it, once all that was stored is back: only then is its picture kept.
        func end() {
            advance { drawing?.isRestoring == false }
            simulator.application.terminate()
        }

        /// Lets frames pass until something is so, on this thread or on the store's.
        func advance(until isReached: () -> Bool) {
            while !isReached() {
                sched_yield()
                simulator.advance(by: 1.0 / 60)
            }
        }
    }

    /// A copy of the files as they are at this moment, with their times: what kill -9 leaves.
    private func remains() throws -> DrawingPlace {
        let copy = DrawingPlace()
        for name in Folder.names(in: place.path) where !name.hasSuffix("-shm") {
            try copy.write(place.bytes(name), name)
            var information = stat()
            #expect(stat("\(place.path)/\(name)", &information) == 0)
            let times = [information.st_atim, information.st_mtim]
            #expect(utimensat(AT_FDCWD, "\(copy.path)/\(name)", times, 0) == 0)
        }
        return copy
    }

    private func hasPicture(_ place: DrawingPlace) -> Bool {
        Folder.names(in: place.path).contains(PictureFile.fileName)
    }

    @Test(
        "After an end in order, the very first frame is the last one, before any stroke is read.",
        arguments: [1.0, 2])
    func firstFrame(scale: Double) throws {
        var last: Bitmap?
        for start in 0..<3 {
            let app = try App(place, scale: scale)
            if let last { #expect(app.simulator.render().isEqual(to: last)) }
            if start > 0 { #expect(app.drawing?.count == 0) }
            // One draws before everything is back.
            for number in 0..<4 { app.draw(start * 4 + number) }
            app.advance { app.drawing?.isRestoring == false }
            #expect(app.drawing?.count == 4 * (start + 1))
            last = app.simulator.render().copy()
            app.end()
            #expect(hasPicture(place))
        }
    }

    @Test(
        "Killed after a while of rest, the first frame is the last one; killed before, the drawing is painted behind the first frame."
    )
    func killed() throws {
        let app = try App(place)
        for number in 0..<5 { app.draw(number) }
        app.advance { app.saver.state == .saved }
        #expect(!hasPicture(place))
        let early = try remains()
        app.simulator.advance(by: 2.1)
        app.advance { hasPicture(place) }
        let rested = try remains()
        let shown = app.simulator.render().copy()
        app.draw(5)
        app.advance { app.saver.state == .saved }
        let late = try remains()
        let lastShown = app.simulator.render().copy()

        for (remains, isKept, picture) in [
            (early, false, shown), (rested, true, shown), (late, false, lastShown),
        ] {
            let next = try App(remains)
            #expect(next.simulator.render().isEqual(to: picture) == isKept)
            next.advance { next.drawing?.isRestoring == false }
            #expect(next.simulator.render().isEqual(to: picture))
            next.simulator.application.terminate()
        }
        app.end()
    }

    @Test(
        "A picture is kept when nothing was drawn for two seconds and no finger draws, and once only."
    )
    func whenItIsKept() throws {
        let app = try App(place)
        app.draw(1)
        app.advance { app.saver.state == .saved }
        app.simulator.down(1, at: CGPoint(50, 50))
        app.simulator.move(1, to: CGPoint(150, 90))
        app.simulator.advance(by: 10)
        #expect(app.saver.handedOver == 2)
        #expect(!hasPicture(place))
        app.simulator.cancel(1)
        app.simulator.advance(by: 2.1)
        app.advance { hasPicture(place) }
        let file = "\(place.path)/\(PictureFile.fileName)"
        var first = stat()
        #expect(stat(file, &first) == 0)
        app.simulator.advance(by: 20)
        #expect(app.simulator.application.nextDeadline == nil)
        app.end()
        // A start without an edit leaves it as it is.
        let next = try App(place)
        next.advance { next.drawing?.isRestoring == false }
        var written = stat()
        #expect(stat(file, &written) == 0)
        next.simulator.advance(by: 3)
        next.simulator.application.terminate()
        var last = stat()
        #expect(stat(file, &last) == 0)
        #expect(written.st_ino == last.st_ino)
    }

    @Test(
        "While strokes wait because no frame is made, nothing wakes the loop for the picture; it is kept when they are there."
    )
    func noFrames() throws {
        let app = try App(place)
        app.draw(1)
        app.end()
        #expect(unlink("\(place.path)/\(PictureFile.fileName)") == 0)
        let next = try App(place)
        next.drawing?.needsRestoring = nil
        next.simulator.advance(by: 10)
        #expect(next.drawing?.isRestoring == true)
        #expect(next.simulator.application.nextDeadline == nil)
        next.saver.waitUntilRestored()
        next.simulator.advance(by: 2.1)
        next.advance { next.drawing?.isRestoring == false }
        next.simulator.advance(by: 2.1)
        next.advance { hasPicture(place) }
        next.simulator.application.terminate()
    }

    @Test("On another screen, and where the picture is damaged, the drawing is painted.")
    func otherScreens() throws {
        let app = try App(place)
        for number in 0..<4 { app.draw(number) }
        let strokes = try #require(app.drawing?.strokes)
        app.end()
        let picture = try place.bytes(PictureFile.fileName)
        for (size, scale) in [(CGSize(width: 240, height: 400), 1.0), (Self.size, 2)] {
            let place = try remains()
            let turned = try App(place, size: size, scale: scale)
            turned.advance { turned.drawing?.isRestoring == false }
            #expect(turned.drawing?.strokes == strokes)
            let stage = DrawingStage(width: size.width, height: size.height, scale: scale)
            stage.drawing.restore(strokes, nextID: 1)
            #expect(turned.simulator.render().isEqual(to: stage.simulator.render()))
            turned.simulator.application.terminate()
            withExtendedLifetime(place) {}
        }
        for damaged in [[], Array(picture.dropLast()), [UInt8](repeating: 0, count: 99)] {
            try place.write(damaged, PictureFile.fileName)
            let next = try App(place)
            next.advance { next.drawing?.isRestoring == false }
            #expect(next.drawing?.strokes == strokes)
            next.simulator.application.terminate()
            #expect(try place.bytes(PictureFile.fileName).count == picture.count)
        }
    }

    @Test(
        "A clear in the first moment, and the end right after it: nothing is there at the next start."
    )
    func clearedAtOnce() throws {
        let app = try App(place)
        for number in 0..<4 { app.draw(number) }
        app.end()
        let next = try App(place)
        let drawing = try #require(next.drawing)
        #expect(drawing.clear())
        drawing.add([CGPoint(9, 9)], tool: .pen, color: .red, width: 10)
        next.simulator.application.terminate()
        #expect(try place.saved().strokes.map(\.points) == [[CGPoint(9, 9)]])
    }
}
