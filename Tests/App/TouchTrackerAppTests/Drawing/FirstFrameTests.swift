import Glibc
import KioskSystem
import Testing
import TouchKit
import TouchKitGeometry
import TouchKitRaster
import TouchKitTesting
import TouchTrackerApp
import TouchTrackerStore
import TouchTrackerTestSupport

/// The first frame after a restart, with and without a stored picture.
@Suite("First frame", .serialized)
@MainActor
struct FirstFrameTests {
    private static let size = CGSize(width: 400, height: 240)
    private let folder = DrawingFolder()

    /// The app on a simulated screen, with a drawing in a folder.
    @MainActor
    private final class App {
        let simulator: TouchSimulator
        let persistence: DrawingPersistence

        init(_ folder: DrawingFolder, size: CGSize = FirstFrameTests.size, scale: Double = 1) throws
        {
            simulator = TouchSimulator(screenSize: size, scale: scale)
            persistence = try folder.persistence()
            simulator.application.launch(
                AppDelegate(
                    options: AppOptions(hasToolbar: false, paper: .gray, tool: .line),
                    persistence: persistence))
        }

        var drawing: Drawing? { simulator.drawingScene?.drawingController.drawing }

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

        /// Ends the app after all strokes are restored, because only then its picture is saved.
        func end() {
            advance { drawing?.isRestoring == false }
            simulator.application.terminate()
        }

        /// Shows frames until a condition is met, on the main thread or the store's.
        func advance(until isReached: () -> Bool) {
            while !isReached() {
                sched_yield()
                simulator.advance(by: 1.0 / 60)
            }
        }
    }

    /// Copies the files with their modification times, as a killed process leaves them.
    private func copyFiles() throws -> DrawingFolder {
        let copy = DrawingFolder()
        for name in FileSystem.names(in: folder.path) where !name.hasSuffix("-shm") {
            try copy.write(folder.bytes(name), name)
            var information = stat()
            #expect(stat("\(folder.path)/\(name)", &information) == 0)
            let times = [information.st_atim, information.st_mtim]
            #expect(utimensat(AT_FDCWD, "\(copy.path)/\(name)", times, 0) == 0)
        }
        return copy
    }

    private func hasPicture(_ folder: DrawingFolder) -> Bool {
        FileSystem.names(in: folder.path).contains(DrawingPictureFile.fileName)
    }

    @Test(
        "After a normal end, the first frame equals the last one, before any stroke is read.",
        arguments: [1.0, 2])
    func firstFrame(scale: Double) throws {
        var last: Bitmap?
        for start in 0..<3 {
            let app = try App(folder, scale: scale)
            if let last { #expect(app.simulator.render().isEqual(to: last)) }
            if start > 0 { #expect(app.drawing?.count == 0) }
            // The user draws before all strokes are restored.
            for number in 0..<4 { app.draw(start * 4 + number) }
            app.advance { app.drawing?.isRestoring == false }
            #expect(app.drawing?.count == 4 * (start + 1))
            last = app.simulator.render().copy()
            app.end()
            #expect(hasPicture(folder))
            #expect(try folder.saved().strokes.count == 4 * (start + 1))
        }
    }

    @Test("A killed app shows the picture if it was idle before, and otherwise paints the strokes.")
    func killed() throws {
        let app = try App(folder)
        for number in 0..<5 { app.draw(number) }
        app.advance { app.persistence.state == .saved }
        #expect(!hasPicture(folder))
        let beforeIdle = try copyFiles()
        app.simulator.advance(by: 2.1)
        app.advance { hasPicture(folder) }
        let afterIdle = try copyFiles()
        let shown = app.simulator.render().copy()
        app.draw(5)
        app.advance { app.persistence.state == .saved }
        let afterEdit = try copyFiles()
        let lastShown = app.simulator.render().copy()

        for (files, isUsed, picture) in [
            (beforeIdle, false, shown), (afterIdle, true, shown), (afterEdit, false, lastShown),
        ] {
            let next = try App(files)
            #expect(next.simulator.render().isEqual(to: picture) == isUsed)
            next.advance { next.drawing?.isRestoring == false }
            #expect(next.simulator.render().isEqual(to: picture))
            next.simulator.application.terminate()
        }
        app.end()
    }

    @Test("A picture is saved once after two seconds without edits and touches.")
    func pictureIsSavedWhenIdle() throws {
        let app = try App(folder)
        app.draw(1)
        app.advance { app.persistence.state == .saved }
        app.simulator.down(1, at: CGPoint(50, 50))
        app.simulator.move(1, to: CGPoint(150, 90))
        app.simulator.advance(by: 10)
        #expect(app.persistence.submittedEditCount == 2)
        #expect(!hasPicture(folder))
        app.simulator.cancel(1)
        app.simulator.advance(by: 2.1)
        app.advance { hasPicture(folder) }
        let file = "\(folder.path)/\(DrawingPictureFile.fileName)"
        var first = stat()
        #expect(stat(file, &first) == 0)
        app.simulator.advance(by: 20)
        #expect(app.simulator.application.nextDeadline == nil)
        var later = stat()
        #expect(stat(file, &later) == 0)
        #expect(later.st_ino == first.st_ino)
        app.end()
        // A start without an edit does not write the picture again.
        let next = try App(folder)
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
        "While no frames are shown, the picture doesn't wake the loop; it is saved after restoring."
    )
    func noFrames() throws {
        let app = try App(folder)
        app.draw(1)
        app.end()
        #expect(unlink("\(folder.path)/\(DrawingPictureFile.fileName)") == 0)
        let next = try App(folder)
        next.drawing?.onRestoringNeeded = nil
        next.simulator.advance(by: 10)
        #expect(next.drawing?.isRestoring == true)
        #expect(next.simulator.application.nextDeadline == nil)
        next.persistence.waitUntilRestored()
        next.simulator.advance(by: 2.1)
        next.advance { next.drawing?.isRestoring == false }
        next.simulator.advance(by: 2.1)
        next.advance { hasPicture(folder) }
        next.simulator.application.terminate()
    }

    @Test("With another screen or a damaged picture, the strokes are painted, and fit the screen.")
    func otherScreens() throws {
        let app = try App(folder)
        for number in 0..<4 { app.draw(number) }
        let strokes = try #require(app.drawing?.strokes)
        app.end()
        let picture = try folder.bytes(DrawingPictureFile.fileName)
        for (size, scale) in [(CGSize(width: 240, height: 400), 1.0), (Self.size, 2)] {
            let folder = try copyFiles()
            let turned = try App(folder, size: size, scale: scale)
            turned.advance { turned.drawing?.isRestoring == false }
            let factor = size.width / Self.size.width
            let shown = strokes.map { stroke in
                var stroke = stroke
                stroke.points = stroke.points.map { CGPoint($0.x * factor, $0.y * factor) }
                stroke.width *= factor
                return stroke
            }
            #expect(turned.drawing?.strokes == shown)
            let stage = DrawingTestScreen(width: size.width, height: size.height, scale: scale)
            stage.drawing.restore(shown, nextID: 1)
            #expect(turned.simulator.render().isEqual(to: stage.simulator.render()))
            turned.simulator.application.terminate()
            withExtendedLifetime(folder) {}
        }
        for damaged in [[], Array(picture.dropLast()), [UInt8](repeating: 0, count: 99)] {
            try folder.write(damaged, DrawingPictureFile.fileName)
            let next = try App(folder)
            next.advance { next.drawing?.isRestoring == false }
            #expect(next.drawing?.strokes == strokes)
            next.simulator.application.terminate()
            #expect(try folder.bytes(DrawingPictureFile.fileName).count == picture.count)
        }
    }

    @Test("After a rotation, a picture at another scale than that of the next start is not stored.")
    func turnedScreen() throws {
        let app = try App(folder)
        for number in 0..<4 { app.draw(number) }
        let strokes = try #require(app.drawing?.strokes)
        app.simulator.resize(width: 240, height: 400)
        _ = app.simulator.render()
        let size = CGSize(width: 240, height: 400)
        #expect(app.drawing?.picture.size == size)
        #expect(app.drawing?.strokes == strokes)
        app.end()
        #expect(!hasPicture(folder))
        let turned = try App(folder, size: size)
        turned.advance { turned.drawing?.isRestoring == false }
        let shown = try #require(turned.drawing?.strokes)
        #expect(shown != strokes)
        let stage = DrawingTestScreen(width: 240, height: 400)
        stage.drawing.restore(shown, nextID: 1)
        #expect(turned.simulator.render().isEqual(to: stage.simulator.render()))
        turned.end()
        #expect(hasPicture(folder))
    }
}
