import Foundation
import Testing
import TouchKitContacts
import TouchTrackerTestSupport
import TouchTrackerVirtualBoard

/// The arm64 images, booted on QEMU's machines `virt` and `raspi3b`.
@Suite("Images for arm64", .serialized, .requiresArm64Images)
@MainActor
struct Arm64ImageTests {
    private let folder = TemporaryFolder()

    /// Boots an image file with the kernel and initramfs of its own boot partition.
    private func boot(_ file: String?) throws -> VirtualBoard {
        var options = VirtualBoard.Options(image: try #require(file))
        options.architecture = "arm64"
        return try VirtualBoard.boot(options)
    }

    @Test("The Raspberry Pi image boots into the drawing scene on QEMU's virt machine")
    func boots() throws {
        let file = try #require(BoardEnvironment.piHDMIImageFile)
        let board = try boot(file)
        let seen = try board.recordPowerOn()
        print("arm64: first frame after \(Int(seen.duration * 1_000)) ms")
        try expectPicture(#require(seen.pictures.last).bitmap, matches: "first-start")
        try board.waitForTouchscreen()
        #expect(try board.shell("uname -m") == "aarch64")
        try BoardFootprint(of: board, imageFile: file).expectToBeSmall(on: "arm64")
        try board.restartKiosk(
            arguments: ["--toolbar", "off", "--tool", "line", "--paper", "gray"])
        var decoder = SlotDecoder.virtualBoard
        try FiveLineDrawing.draw(on: board, decoder: &decoder)
        #expect(try board.failedUnits() == "")
        #expect(try board.kioskProperty("ActiveState") == "active")
    }

    @Test("The images for QEMU and for the Raspberry Pi differ only in the boot partition")
    func sameRoot() throws {
        let virtual = try #require(BoardEnvironment.arm64ImageFile)
        let pi = try #require(BoardEnvironment.piHDMIImageFile)
        // The root partition starts at 129 MiB (scripts/board/partitions.bash).
        let root = 129 << 20
        try runTool(["cmp", "--ignore-initial=\(root)", virtual, pi])
        for name in ["vmlinuz", "initramfs", "README.txt"] {
            let copies = ["virtual", "pi"].map { "\(folder.path)/\($0)-\(name)" }
            for (file, copy) in zip([virtual, pi], copies) {
                try runTool(["mcopy", "-n", "-i", "\(file)@@1M", "::\(name)", copy])
            }
            try runTool(["cmp"] + copies)
        }
    }

    @Test("The boot partition contains all files that the Raspberry Pi's firmware requires")
    func bootPartition() throws {
        let hdmi = try list(#require(BoardEnvironment.piHDMIImageFile))
        for name in [
            "bootcode.bin", "start.elf", "fixup.dat", "start4.elf", "fixup4.dat", "config.txt",
            "cmdline.txt", "vmlinuz", "initramfs", "bcm2837-rpi-3-b.dtb", "bcm2711-rpi-4-b.dtb",
            "README.txt", "firmware-licence.txt",
        ] {
            #expect(hdmi.contains(name), "\(name) is missing")
        }
        let dsi = try list(#require(BoardEnvironment.piDSIImageFile))
        for name in [
            "bootcode.bin", "start4.elf", "config.txt", "cmdline.txt", "kernel8.img", "initramfs8",
            "kernel_2712.img", "initramfs_2712", "bcm2712-rpi-5-b.dtb",
            "overlays/vc4-kms-dsi-7inch.dtbo", "README.txt",
        ] {
            #expect(dsi.contains(name), "\(name) is missing")
        }
    }

    @Test("The initramfs contains the drivers of a Raspberry Pi's card and of its power supply")
    func initramfs() throws {
        let image = try #require(BoardEnvironment.piHDMIImageFile)
        let copy = "\(folder.path)/initramfs"
        try runTool(["mcopy", "-n", "-i", "\(image)@@1M", "::initramfs", copy])
        let files = try runTool(["sh", "-c", "gzip -dc '\(copy)' | cpio --quiet -t"])
        // The module fixed is the Pi 4's driver for the supply of its card.
        for module in ["sdhci-iproc", "bcm2835", "fixed", "gpio-regulator"] {
            #expect(files.contains("-\(module).ko\n"), "\(module) is missing")
        }
    }

    @Test("The root file system contains the drivers of a Raspberry Pi's USB controllers")
    func usbModules() throws {
        let image = try #require(BoardEnvironment.piHDMIImageFile)
        // The root partition starts at 129 MiB (scripts/board/partitions.bash).
        let root = "\(image)?offset=\(129 << 20)"
        let copy = "rdump /usr/lib/modules \(folder.path)"
        try runTool(["sh", "-c", "PATH=$PATH:/usr/sbin:/sbin debugfs -R '\(copy)' '\(root)'"])
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        for module in ["dwc2", "phy-generic", "xhci-pci"] {
            #expect(files.contains { $0.contains("/\(module).ko") }, "\(module) is missing")
        }
    }

    /// Returns the paths of all files in an image's boot partition.
    private func list(_ file: String) throws -> Set<String> {
        let paths = try runTool(["mdir", "-/", "-b", "-i", "\(file)@@1M", "::"])
        return Set(paths.split(separator: "\n").map { String($0.dropFirst("::/".count)) })
    }

    @Test("An image with a kernel from --kernel-source boots into the drawing scene")
    func namedKernel() throws {
        let board = try boot(BoardEnvironment.piDSIImageFile)
        let seen = try board.recordPowerOn()
        try expectPicture(#require(seen.pictures.last).bitmap, matches: "first-start")
        #expect(try board.failedUnits() == "")
    }

    @Test("QEMU's Raspberry Pi 3 mounts the root partition of the card and starts the kiosk")
    func raspberryPi() throws {
        var options = VirtualBoard.Options(image: try #require(BoardEnvironment.piHDMIImageFile))
        options.architecture = "arm64"
        options.isRaspberryPi = true
        let board = try VirtualBoard.boot(options)
        // No Debian driver supports this machine's display, so the kiosk waits for a display.
        let log = try board.waitForConsole("Started touchtracker.service")
        #expect(log.contains("Raspberry Pi 3 Model B"))
        #expect(log.contains("mmcblk0: p1 p2 p3"))
        #expect(log.contains("EXT4-fs (mmcblk0p2): mounted filesystem"))
        #expect(!log.contains("emergency"))
    }
}
