import KioskSystem
import TouchKitGeometry

extension MainLoop {
    /// Logs touchscreens that are missing or silent since the display was switched on, and requests
    /// to bind their drivers again if the options allow it.
    func watchTouchscreens(at now: Timestamp) {
        // A display that is not in use, for example during a VT switch, closes all devices.
        guard let input, displayController.isDisplayInUse else { return }
        var changes = input.takeTouchscreenChanges()
        changes += input.touchscreenWatch.setDisplayOff(session?.isScreenOff ?? false, at: now)
        changes += input.touchscreenWatch.checkDeadline(at: now)
        if changes.isEmpty { return }
        for change in changes {
            if change.problem == nil {
                log.info("\(change)")
            } else {
                log.warning(
                    "\(change); disconnect and connect the touchscreen, or restart the board")
            }
        }
        guard let touchscreenRebind, changes.contains(where: { $0.problem != nil }) else { return }
        let result = touchscreenRebind.send()
        if result.isError { log.warning(result.message) } else { log.info(result.message) }
    }
}
