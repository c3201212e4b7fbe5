import KioskDisplay
import KioskSystem
import Testing
import TouchKitGeometry

/// A `KMSDisplay` on a simulated card.
final class KMSDisplayStage {
    /// The reading of the display's clock.
    static let now = Timestamp(microseconds: 5_000_000)

    let device: SimulatedDRMDevice
    private var openedDisplay: KMSDisplay?

    /// Opens a display.
    ///
    /// - Parameters:
    ///   - card: The features of the card.
    ///   - method: The first ioctls to try.
    ///   - prepare: Changes the device before the display is opened.
    init(
        _ card: SimulatedDRMDevice.Card = SimulatedDRMDevice.Card(),
        method: PresentMethod = .atomic, prepare: (SimulatedDRMDevice) -> Void = { _ in }
    ) throws(DisplayError) {
        device = SimulatedDRMDevice(card)
        prepare(device)
        var criteria = DisplayCriteria()
        criteria.presentMethod = method
        openedDisplay = try KMSDisplay(criteria, on: device.list) { Self.now }
        _ = device.takeCalls()
    }

    /// The open display.
    var display: KMSDisplay {
        get throws { try #require(openedDisplay) }
    }

    /// A region of two rectangles.
    static var damage: Region {
        var region = Region()
        region.formUnion(PixelRect(x: 0, y: 0, width: 8, height: 8))
        region.formUnion(PixelRect(x: 100, y: 100, width: 8, height: 8))
        return region
    }

    /// Presents the free buffer, and returns the result or the reason of the error.
    func present() throws -> String {
        let display = try display
        guard let index = display.freeBufferIndex() else { return "no free buffer" }
        do throws(DisplayError) {
            switch try display.present(index, damage: Self.damage) {
            case .pending: return "pending"
            case .shown(let time): return time == Self.now ? "shown" : "shown at \(time)"
            }
        } catch {
            return "\(error.reason)"
        }
    }

    /// Completes a pending flip and reads its event.
    func completeFlip() throws {
        device.completeFlips()
        _ = try display.readFlipEvents()
    }

    /// The buffers and the screen as text: the free buffer, the shown and the pending buffer, and
    /// the framebuffer on the CRTC.
    var summary: String {
        get throws {
            let display = try display
            func text(_ index: Int?) -> String { index.map { "\($0)" } ?? "-" }
            let front = display.frontBuffers
            let screen = device.shown[400].map { "\($0)" } ?? "off"
            return "free \(text(display.freeBufferIndex())) front \(text(front.shown))"
                + "\(text(front.pending)) screen \(screen)"
        }
    }

    /// Closes and deallocates the display, and returns the kernel objects that it has not released.
    func releaseDisplay() -> [String] {
        openedDisplay?.close()
        openedDisplay = nil
        return device.leaks
    }
}

/// Returns the error that `body` throws. Fails the test if `body` throws none.
func displayError(_ body: () throws -> Void) throws -> DisplayError {
    var caught: DisplayError?
    do {
        try body()
    } catch let error as DisplayError {
        caught = error
    }
    return try #require(caught)
}

extension SimulatedDRMDevice {
    /// A list that contains only this device. Opening makes the caller the DRM master if no other
    /// program is.
    var list: DRMDeviceList {
        DRMDeviceList(paths: { [self.path] }) { (_) throws(Errno) in self }
    }
}
