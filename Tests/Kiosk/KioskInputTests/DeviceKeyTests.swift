import KioskInput
import Testing
import TouchKitContacts
import TouchKitGeometry

/// By what a device is found again.
@Suite("A device's key")
struct DeviceKeyTests {
    @Test("It is of the kernel's numbers, and udev's path, else the kernel's own.")
    func key() throws {
        let usb = try #require(
            DeviceKey(
                product: "3/222a/b/110", path: "platform-xhci-usb-0:1.2:1.0",
                physical: "\"usb-xhci-1.2/input0\""))
        #expect(
            usb
                == DeviceKey(
                    bus: 3, vendor: 0x222A, product: 11, path: "platform-xhci-usb-0:1.2:1.0"))
        #expect(
            DeviceKey(product: "18/416/38f/0", path: nil, physical: "\"input/ts\"")?.path
                == "input/ts")
        #expect(DeviceKey(product: "6/0/0/0", path: nil, physical: nil)?.path == "")
    }

    @Test(
        "What isn't four hexadecimal numbers is none.",
        arguments: ["", "3/1", "3/x/1/1", "3/10000/1/1"])
    func nonsense(product: String) {
        #expect(DeviceKey(product: product, path: "a", physical: nil) == nil)
    }

    @Test("When udev had set a device up is told by its property.")
    func initialized() {
        func properties(_ value: String) -> UdevProperties {
            UdevProperties([.init(key: "USEC_INITIALIZED", value: value)])
        }
        #expect(properties("12345678").initialized == Timestamp(microseconds: 12_345_678))
        #expect(properties("soon").initialized == nil)
        #expect(UdevProperties().initialized == nil)
    }
}
