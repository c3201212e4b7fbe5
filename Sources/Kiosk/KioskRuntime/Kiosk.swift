import KioskDisplay
import KioskImages
import KioskInput
import KioskServices
import KioskSystem
import KioskText
import TouchKit
import TouchKitGeometry
import TouchKitRaster

/// The entry point of a kiosk app.
///
/// The attribute `@main` on a delegate makes a program with the standard options and exit codes.
/// `Kiosk.main` does so with other options, and `Kiosk.run` throws errors instead of ending the
/// process.
///
/// ```swift
/// import TouchKit
/// import KioskRuntime
///
/// @main final class MyDelegate: UIApplicationDelegate { … }
/// ```
@MainActor
public enum Kiosk {
    /// Runs an application on a display until the process receives SIGTERM, SIGINT or SIGHUP.
    ///
    /// If no display is connected, the kiosk waits and launches the application when a display is
    /// connected. When the display disconnects, all touches are cancelled, and the application
    /// continues on the next display (docs/hotplug.md).
    ///
    /// - Parameters:
    ///   - delegate: The class of the application's delegate. The kiosk creates one instance.
    ///   - options: The kiosk's options.
    /// - Returns: The counters from launch to exit.
    /// - Throws: `KioskError` if the display, the input devices or the system cannot be used.
    @discardableResult
    public static func run<Delegate: UIApplicationDelegate>(
        _ delegate: Delegate.Type, options: KioskOptions = KioskOptions()
    ) throws(KioskError) -> KioskReport {
        try run(options: options) { delegate.init() }
    }

    /// Runs an application with a delegate that `makeDelegate` creates.
    ///
    /// - Parameters:
    ///   - options: The kiosk's options.
    ///   - makeDelegate: The closure that creates the delegate. The kiosk calls the closure after
    ///     it has created the application and its screen.
    /// - Returns: The counters from launch to exit.
    /// - Throws: `KioskError` if the display, the input devices or the system cannot be used.
    @discardableResult
    public static func run(
        options: KioskOptions = KioskOptions(),
        makingDelegate makeDelegate: @escaping @MainActor () -> any UIApplicationDelegate
    ) throws(KioskError) -> KioskReport {
        try run(options: options) { _ in makeDelegate() }
    }

    /// Runs an application with a delegate that uses the kiosk's services beyond UIKit.
    ///
    /// - Parameters:
    ///   - options: The kiosk's options.
    ///   - makeDelegate: The closure that creates the delegate. The kiosk calls the closure after
    ///     it has created the application and its screen. The parameter of the closure provides the
    ///     services.
    /// - Returns: The counters from launch to exit.
    /// - Throws: `KioskError` if the display, the input devices or the system cannot be used.
    @discardableResult
    public static func run(
        options: KioskOptions = KioskOptions(),
        makingDelegate makeDelegate:
            @escaping @MainActor (KioskContext) -> any UIApplicationDelegate
    ) throws(KioskError) -> KioskReport {
        try run(options: options, observer: nil, makingDelegate: makeDelegate)
    }

    /// Runs an application and notifies `observer` of the main loop's events.
    ///
    /// - Parameters:
    ///   - options: The kiosk's options.
    ///   - observer: The observer of the main loop, or `nil` for no observer.
    ///   - hardware: The display and the clock.
    ///   - environment: The environment variables that the kiosk reads.
    ///   - makeDelegate: The closure that creates the delegate. The kiosk calls the closure after
    ///     it has created the application and its screen.
    /// - Returns: The counters from launch to exit.
    /// - Throws: `KioskError` if the display, the input devices or the system cannot be used. With
    ///   an observer, a missing display is an error too; without an observer, the kiosk waits for a
    ///   display.
    package static func run(
        options: KioskOptions, observer: (any MainLoopObserver)?,
        hardware: KioskHardware = .machine, environment: KioskEnvironment = .current,
        makingDelegate makeDelegate:
            @escaping @MainActor (KioskContext) -> any UIApplicationDelegate
    ) throws(KioskError) -> KioskReport {
        let options = options.selectingPresentMethod(from: environment)
        let screen = KioskScreenControl(
            fixed: ScreenSetting(rotation: options.rotation, scale: options.scale),
            file: options.screenSettingFile, log: options.log)
        let machine = KioskMachineControl(
            folder: environment.runtimeFolders.requests,
            permitted: environment.permittedRequests ?? "", clock: hardware.clock,
            log: options.log)
        let playback = KioskTouchPlayback(clock: hardware.clock)
        let rawTouches = KioskRawTouches(
            storedCalibrations: CalibrationStore(file: options.calibrationFile, log: options.log),
            log: options.log, clock: hardware.clock)
        let loop = try MainLoop(
            options: options, hardware: hardware, service: environment.makeSystemdNotifier(),
            screen: screen, machine: machine, playback: playback, rawTouches: rawTouches,
            observer: observer
        ) { display, session in
            let geometry = screen.geometry(on: display)
            let application = makeApplication(geometry, options, now: hardware.clock())
            application.launch(
                makeDelegate(
                    KioskContext(
                        screen: screen, machine: machine,
                        frames: KioskFrameRecords(session: session), playback: playback,
                        rawTouches: rawTouches,
                        display: KioskDisplayInformation(
                            launchedOn: display, geometry: geometry, session: session))))
            let session = Session(
                application: application, display: display, geometry: geometry,
                dithers: options.dithers, pacing: options.pacing, ink: options.ink,
                threads: paintingThreads(log: options.log), clock: hardware.clock)
            session.trace = options.trace.map { TouchTrace($0) }
            enableScreenPower(for: session, options)
            connect(rawTouches, to: session)
            return session
        }
        // Retaining the loop keeps SIGTERM and SIGINT blocked, so that a second signal cannot
        // interrupt the restoration of the display.
        defer {
            withExtendedLifetime(loop) { loop.close() }
            rawTouches.finishWriting()
        }
        do {
            defer { loop.session?.application.terminate() }
            try loop.run()
        }
        let report = loop.report
        options.log.info(report.line)
        return report
    }

    private static func makeApplication(
        _ geometry: ScreenGeometry, _ options: KioskOptions, now: Timestamp
    ) -> UIApplication {
        let application = UIApplication(
            screen: UIScreen(geometry: geometry), now: now, glyphs: systemGlyphs(log: options.log),
            imageDecoder: imageDecoder(log: options.log))
        application.gestureLog = options.gestureLog
        return application
    }

    /// Returns the threads that compose large parts of the picture, or `nil` on a board with one
    /// processor.
    private static func paintingThreads(log: Log) -> ThreadTeam? {
        let count = min(ThreadTeam.processorCount, 4)
        if count == 1 { return nil }
        do {
            return try ThreadTeam(count: count, name: "paint")
        } catch {
            log.warning("one thread composes all pictures: \(error)")
            return nil
        }
    }

    /// Connects `rawTouches` and `session`: `session` receives calibrations, and `rawTouches`
    /// receives touch frames and can read whether touches are suppressed.
    private static func connect(_ rawTouches: KioskRawTouches, to session: Session) {
        rawTouches.suppressesTouches = { [weak session] in session?.suppressesTouches ?? false }
        rawTouches.onCalibration = { [weak session] device, calibration in
            guard let session else { return }
            session.setCalibration(calibration, of: device, at: session.clock())
        }
        session.onTouchFrame = { [weak rawTouches] frame in rawTouches?.relayPositions(frame) }
    }

    /// Enables dimming and blanking according to `options`. When the first frame is shown, restores
    /// the brightness of a backlight that a crashed process left dimmed.
    private static func enableScreenPower(for session: Session, _ options: KioskOptions) {
        let backlight = BacklightController(
            brightnessFile: options.brightnessFile, dimTo: options.screenPower.dimTo,
            log: options.log)
        if case .display = options.output {
            // Before the first frame, the driver of a panel may keep the backlight off, so that the
            // panel is not lit without a picture.
            session.onNextFrameShown = { backlight.restoreAfterCrash() }
        }
        if options.screenPower.isOn {
            session.enableScreenPower(options.screenPower, backlight: backlight, log: options.log)
        }
    }

    /// Returns the glyph source of `font`, to which the app can add fonts. Logs a warning if `font`
    /// cannot be used.
    package static func systemGlyphs(log: Log, font: SystemFont = SystemFont()) -> any GlyphSource {
        if let problem = font.problem { log.warning(problem) }
        return RegisteredFonts(font.glyphs)
    }

    /// Returns a decoder for PNG files that logs a warning for each file it cannot decode.
    package static func imageDecoder(log: Log) -> any ImageDecoder {
        PNGDecoder { log.warning($0) }
    }
}

extension ThreadTeam: PaintingThreads {}
