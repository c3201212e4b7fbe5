import Glibc
import KioskSystem

/// The backlight while nobody is there: dimmed, put out, and as bright again as it was set.
///
/// How bright that was is kept in a small file for as long as the light is another one: whoever starts after
/// an end in the dark begins with a bright screen.
@MainActor
package final class ScreenLight {
    /// What was done to the backlight.
    private enum State {
        case asSet
        case dimmed(Backlight, number: Int)
        case off(Backlight, number: Int)
    }

    private let backlights: String
    private let memory: String?
    private let dimTo: Double
    private let log: Log
    private var state = State.asSet
    /// What can't be done is said once.
    private var saidTroubles: Set<String> = []

    /// Makes one that has done nothing to any light.
    ///
    /// - Parameters:
    ///   - backlights: The folder that lists backlights.
    ///   - memory: The file that keeps how bright it was; nil where nothing is kept.
    ///   - dimTo: How bright a dimmed backlight is, as a part of the brightness that is set.
    ///   - log: Gets what can't be done.
    package init(
        backlights: String = Backlight.usualFolder, memory: String?, dimTo: Double,
        log: Log = Log()
    ) {
        self.backlights = backlights
        self.memory = memory
        self.dimTo = dimTo
        self.log = log
    }

    /// Lights up what an earlier run left dimmed or dark.
    package func beginBright() {
        guard let backlight = Backlight(switchableIn: backlights) else { return }
        let kept = memory.flatMap { Self.kept(in: $0) }
        do {
            if let kept, kept.name == backlight.name {
                try backlight.setNumber(kept.number)
                if backlight.isOff { try lightUp(backlight) }
                forget()
            } else if backlight.isOff {
                try lightUp(backlight)
            }
        } catch {
            complain("the backlight \(backlight.name) can't be switched on: \(error)")
        }
    }

    /// Nobody knows how bright it was: as bright as it gets.
    private func lightUp(_ backlight: Backlight) throws(LinuxError) {
        try backlight.switchOn()
        if backlight.isOff { try backlight.setNumber(backlight.steps) }
    }

    /// Dims it.
    ///
    /// - Returns: Whether it is dimmed.
    package func dim() -> Bool {
        guard case .asSet = state else { return true }
        guard let backlight = Backlight(in: backlights), let number = backlight.number,
            let brightness = backlight.brightness
        else {
            complain(
                "the screen isn't dimmed: no backlight that this kiosk may set is in \(backlights)")
            return false
        }
        remember(backlight, number)
        do {
            try backlight.setBrightness(brightness * dimTo)
        } catch {
            forget()
            complain("the backlight \(backlight.name) can't be dimmed: \(error)")
            return false
        }
        state = .dimmed(backlight, number: number)
        return true
    }

    /// Puts it out.
    ///
    /// - Returns: Whether it is out.
    package func switchOff() -> Bool {
        let backlight: Backlight
        let number: Int
        switch state {
        case .off: return true
        case .dimmed(let known, let set):
            backlight = known
            number = set
        case .asSet:
            guard let found = Backlight(switchableIn: backlights), let set = found.number else {
                complain(
                    "the backlight doesn't go off: none that this kiosk may set is in \(backlights)"
                )
                return false
            }
            backlight = found
            number = set
            remember(backlight, number)
        }
        do {
            try backlight.switchOff()
        } catch {
            if case .asSet = state { forget() }
            complain("the backlight \(backlight.name) can't be switched off: \(error)")
            return false
        }
        state = .off(backlight, number: number)
        return true
    }

    /// Makes it as bright as it was set; does nothing where nothing was done.
    ///
    /// - Parameter isLast: Whether the end has come: then the next start is still told how bright it was, for
    ///   systemd may have looked a moment ago (systemd-backlight@.service), and brings back what it saw.
    package func restore(isLast: Bool = false) {
        let backlight: Backlight
        let number: Int
        switch state {
        case .asSet: return
        case .dimmed(let known, let set), .off(let known, let set):
            backlight = known
            number = set
        }
        do {
            try backlight.setNumber(number)
            if case .off = state { try backlight.switchOn() }
            if !isLast { forget() }
        } catch {
            complain("the backlight \(backlight.name) can't be switched on: \(error)")
        }
        state = .asSet
    }

    private func complain(_ trouble: String) {
        guard saidTroubles.insert(trouble).inserted else { return }
        log.warning("\(trouble); touchtracker devices tells what can be set")
    }

    // MARK: Memory

    private func remember(_ backlight: Backlight, _ number: Int) {
        guard let memory else { return }
        do {
            // Not worth waiting for a disk.
            try WholeFile.replace(
                memory, with: Array("\(backlight.name) \(number)\n".utf8),
                isSynchronized: false)
        } catch {
            complain("how bright the screen was isn't kept over a crash: \(error)")
        }
    }

    private func forget() {
        if let memory { unlink(memory) }
    }

    private static func kept(in file: String) -> (name: String, number: Int)? {
        guard let bytes = WholeFile.read(file, atMost: 256) else { return nil }
        let words = String(decoding: bytes, as: UTF8.self).split { $0 == " " || $0 == "\n" }
        guard words.count == 2, let number = Int(words[1]), number > 0 else { return nil }
        return (String(words[0]), number)
    }
}
