import KioskSystem
import TouchKitContacts

extension TouchSampling {
    /// Reads how the kernel obtains the reports of a touchscreen.
    ///
    /// Polled devices have the attributes `poll`, `min` and `max` (`input-poller.c`). Drivers that
    /// poll without these attributes do so if the device tree names no interrupt.
    ///
    /// - Parameters:
    ///   - node: The path of the device node, for example `/dev/input/event3`.
    ///   - name: The name that the device reports.
    ///   - bus: The bus number of the device.
    ///   - files: The files of the machine.
    package init(node: String, name: String, bus: UInt16, files: SystemFiles = SystemFiles()) {
        let event = node.split(separator: "/").last.map(String.init) ?? ""
        let device = "/sys/class/input/\(event)/device"
        let named = TouchSampling(deviceName: name, bus: bus)
        if let interval = files.integer("\(device)/poll"), interval > 0 {
            let minimum = files.integer("\(device)/min") ?? 0
            let maximum = files.integer("\(device)/max") ?? interval
            self = .polled(
                TouchPolling(
                    milliseconds: interval,
                    range: minimum <= maximum ? minimum...maximum : nil))
            return
        }
        let tree = "\(device)/device/of_node"
        guard files.exists(tree), case .polledIfRegular(let polling) = named else {
            self = named
            return
        }
        let hasInterrupt = ["interrupts", "interrupts-extended"].contains {
            files.exists("\(tree)/\($0)")
        }
        // Without the attribute, this kernel's driver has a timer of its own and no setting.
        self =
            hasInterrupt ? .interrupts : .polled(TouchPolling(milliseconds: polling.milliseconds))
    }
}
