import KioskInput
import Testing
import TouchKitContacts
import TouchKitGeometry

@Suite("Device key")
struct DeviceKeyTests {
    @Test("The key contains the product numbers and the path of udev or of the kernel.")
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
        "Malformed product numbers result in no key.",
        arguments: ["", "3/1", "3/x/1/1", "3/10000/1/1"])
    func malformedProduct(product: String) {
        #expect(DeviceKey(product: product, path: "a", physical: nil) == nil)
    }

    @Test("The initialization time is parsed from USEC_INITIALIZED.")
    func initializationTime() {
        func properties(_ value: String) -> UdevProperties {
            UdevProperties([.init(key: "USEC_INITIALIZED", value: value)])
        }
        #expect(properties("12345678").initializationTime == Timestamp(microseconds: 12_345_678))
        #expect(properties("soon").initializationTime == nil)
        #expect(UdevProperties().initializationTime == nil)
    }
}
