import KioskInput
import KioskServices
import KioskSystem

/// The resources that the loop uses if the options request them and the machine has them.
extension MainLoop {
    /// Returns a closure that opens the input devices, or `nil` if the options disable input.
    static func inputOpener(
        _ options: KioskOptions, rawTouches: KioskRawTouches, events: EventLoop
    ) -> (@MainActor () throws(KioskError) -> InputSource)? {
        if options.input == .none { return nil }
        return { () throws(KioskError) -> InputSource in
            try InputSource(
                options.input, rawTouches: rawTouches, log: options.log, events: events,
                source: Source.input.rawValue)
        }
    }

    /// Opens the console in graphics mode, or returns `nil` if the process has no console or the
    /// mode cannot be set.
    ///
    /// - Parameters:
    ///   - isService: Whether the kiosk runs as a systemd service, in which case the keyboard is
    ///     disabled. In a developer's terminal, Ctrl+C and Ctrl+Alt+F2 keep working.
    ///   - log: The log for errors.
    static func openConsole(isService: Bool, log: Log) -> Console? {
        let console: Console?
        do {
            console = try Console(replacesUnusedTerminal: isService)
        } catch {
            log.warning("console: cannot switch to graphics mode: \(error)")
            return nil
        }
        if isService {
            do {
                try console?.disableKeyboard()
            } catch {
                log.warning(
                    "console: cannot disable the keyboard: \(error); key combinations can switch away from the kiosk"
                )
            }
        }
        return console
    }
}
