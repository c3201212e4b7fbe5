import KioskDisplay
import KioskImages
import KioskInput
import KioskServices
import KioskSystem
import KioskText
import TouchKit
import TouchKitGeometry
import TouchKitRaster

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
    /// Runs an application on a screen until the process is asked to stop (SIGTERM, SIGINT, SIGHUP).
    ///
    /// Where no display is connected it waits for one, and launches the application then; where one
    /// is taken away the application's touches are cancelled and it goes on when one is back. The
    /// whole story is in docs/coming-and-going.md.
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
        try run(options: options) { delegate.init() }
    }

    /// The same with a delegate that is made otherwise than by its plain initializer.
    ///
    /// - Parameters:
    ///   - options: What is chosen about the kiosk.
    ///   - makeDelegate: Makes the delegate, once there is an application and a screen.
    /// - Returns: What it did.
    /// - Throws: `KioskError`, as above.
    @discardableResult
    public static func run(
        options: KioskOptions = KioskOptions(),
        makingDelegate makeDelegate: @escaping @MainActor () -> any UIApplicationDelegate
    ) throws(KioskError) -> KioskReport {
        try run(options: options) { _ in makeDelegate() }
    }

    /// The same with a delegate that uses what a kiosk offers beyond UIKit.
    ///
    /// - Parameters:
    ///   - options: What is chosen about the kiosk.
    ///   - makeDelegate: Makes the delegate, once there is an application and a screen; gets the panel,
    ///     the machine, what frames cost and what panels report.
    /// - Returns: What it did.
    /// - Throws: `KioskError`, as above.
    @discardableResult
    public static func run(
        options: KioskOptions = KioskOptions(),
        makingDelegate makeDelegate:
            @escaping @MainActor (KioskServices) -> any UIApplicationDelegate
    ) throws(KioskError) -> KioskReport {
        try run(options: options, guest: nil, makingDelegate: makeDelegate)
    }

    /// The same with somebody who lives with the loop.
    static func run(
        options: KioskOptions, guest: (any LoopGuest)?,
        makingDelegate makeDelegate:
            @escaping @MainActor (KioskServices) -> any UIApplicationDelegate
    ) throws(KioskError) -> KioskReport {
        let panel = KioskPanel(
            fixed: PanelSetting(rotation: options.rotation, scale: options.scale),
            file: options.panelFile, log: options.log)
        let system = KioskSystem(log: options.log)
        let rehearsals = KioskRehearsals()
        let rawTouches = KioskRawTouches(
            kept: KeptCalibrations(file: options.calibrationFile, log: options.log),
            log: options.log)
        let loop = try MainLoop(
            options: options, service: ServiceManager(), panel: panel, system: system,
            rehearsals: rehearsals, rawTouches: rawTouches, guest: guest
        ) { display, session in
            let geometry = panel.geometry(on: display)
            let application = UIApplication(
                screen: UIScreen(geometry: geometry), now: MonotonicClock.now(),
                glyphs: systemGlyphs(log: options.log), imageDecoder: imageDecoder(log: options.log)
            )
            application.gestureLog = options.gestureLog
            application.launch(
                makeDelegate(
                    KioskServices(
                        panel: panel, system: system,
                        frames: KioskFrameRecords(session: session), rehearsals: rehearsals,
                        rawTouches: rawTouches,
                        display: KioskDisplayInformation(
                            launchedOn: display, geometry: geometry, session: session))))
            let session = Session(
                application: application, display: display, geometry: geometry,
                dithers: options.dithers, pacing: options.pacing, ink: options.ink,
                clock: MonotonicClock.now)
            session.trace = options.trace.map { TouchTrace($0) }
            care(for: session, options)
            rawTouches.isHeldBack = { [weak session] in session?.swallowsTouches ?? false }
            rawTouches.onCalibration = { [weak session] device, calibration in
                session?.setCalibration(calibration, of: device, at: MonotonicClock.now())
            }
            session.onTouchFrame = { [weak rawTouches] frame in rawTouches?.relayPlaces(frame) }
            return session
        }
        // The loop holds SIGTERM and SIGINT: a second one mustn't come between the end and the
        // screen's being given back.
        defer {
            withExtendedLifetime(loop) { loop.close() }
            rawTouches.finishWriting()
        }
        do throws(KioskError) {
            try loop.run()
        } catch {
            loop.session?.application.terminate()
            throw error
        }
        loop.session?.application.terminate()
        let report = loop.report
        options.log.info(report.line)
        return report
    }

    /// Has the screen get darker as chosen, and begin bright whatever it was left like.
    private static func care(for session: Session, _ options: KioskOptions) {
        let light = ScreenLight(
            memory: options.brightnessFile, dimTo: options.screenCare.dimTo, log: options.log)
        if case .display = options.output { light.beginBright() }
        if options.screenCare.isOn {
            session.careForScreen(options.screenCare, light: light, log: options.log)
        }
    }

    /// What text is drawn with. Where the system's font can't be used the log has a line.
    static func systemGlyphs(log: Log, font: SystemFont = SystemFont()) -> any GlyphSource {
        if let complaint = font.complaint { log.warning(complaint) }
        return font.glyphs
    }

    /// What makes pictures of files' contents; the log has a line for each that it can't make.
    static func imageDecoder(log: Log) -> any ImageDecoder {
        PNGDecoder { log.warning($0) }
    }
}
