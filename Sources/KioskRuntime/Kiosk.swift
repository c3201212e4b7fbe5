import Display
import Geometry
import Input
import Linux
import Services
import TouchKit

/// The whole way into a kiosk.
///
/// ```swift
/// import TouchKit
/// import KioskRuntime
///
/// @main struct App {
///     static func main() throws { try Kiosk.run(MyDelegate.self) }
/// }
/// ```
@MainActor
public enum Kiosk {
    /// Runs an application on a screen until the process is asked to stop (SIGTERM, SIGINT).
    ///
    /// - Parameters:
    ///   - delegate: The application's delegate; one is made.
    ///   - options: What is chosen about the kiosk.
    /// - Returns: What it did.
    /// - Throws: `KioskError` where the display, the touch devices or the system can't be used.
    @discardableResult
    public static func run<Delegate: UIApplicationDelegate>(
        _ delegate: Delegate.Type, options: KioskOptions = KioskOptions()
    ) throws(KioskError) -> KioskReport {
        let display = try open(options.output)
        defer { display.close() }
        let reader = options.readsInput ? try openInput(log: options.log) : nil
        let geometry = ScreenGeometry(
            scanoutWidth: display.mode.width, scanoutHeight: display.mode.height,
            panelOrientation: display.panelOrientation, rotation: options.rotation,
            scale: options.scale)
        let application = UIApplication(
            screen: UIScreen(geometry: geometry), now: MonotonicClock.now())
        application.launch(delegate)
        let session = Session(
            application: application, display: display, geometry: geometry,
            clock: MonotonicClock.now)
        let loop: MainLoop
        do {
            loop = try MainLoop(
                session: session, display: display, reader: reader, log: options.log,
                service: ServiceManager())
        } catch {
            throw .system(error)
        }
        // The loop holds SIGTERM and SIGINT: a second one mustn't come between the end and the
        // screen's being given back. Closing twice does nothing.
        defer { withExtendedLifetime(loop) { display.close() } }
        try loop.run()
        application.resignActive()
        let report = report(session, loop)
        options.log.info(report.line)
        return report
    }

    private static func open(
        _ output: KioskOptions.Output
    ) throws(KioskError) -> any ScanoutDisplay {
        do {
            switch output {
            case .display(let request): return try KMSDisplay(request)
            case .headless(let mode): return try HeadlessDisplay(mode: mode)
            }
        } catch {
            throw .display(error)
        }
    }

    private static func openInput(log: Log) throws(KioskError) -> TouchReader {
        do {
            return try TouchReader(log: log)
        } catch {
            throw .input(error)
        }
    }

    private static func report(_ session: Session, _ loop: MainLoop) -> KioskReport {
        let audit = session.application.touchAudit
        var report = KioskReport()
        report.frames = session.frameLog.frames
        report.missedVblanks = session.missedVblanks
        report.wakeUps = loop.wakeUps
        report.bytesWritten = session.frameLog.bytesWritten
        report.touchesBegan = audit.total.began
        report.touchesEnded = audit.total.ended
        report.touchesCancelled = audit.total.cancelled
        report.touchesLive = audit.live
        report.unbalancedViews = audit.unbalancedViews
        return report
    }
}
