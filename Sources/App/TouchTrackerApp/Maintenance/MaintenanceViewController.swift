import KioskServices
import TouchKit

/// The view controller of the maintenance menu and its pages.
final class MaintenanceViewController: UIViewController {
    /// The time for which the buttons for restart, power off and console must be held, in seconds.
    static let holdDuration = 2.0

    /// Called when the user closes the menu.
    var onDone: (() -> Void)?
    /// Called with the scene that the user chose in the gallery.
    var onScene: ((Scene) -> Void)?
    /// Called when the user chose the field test and a touchscreen is connected.
    var onFieldTest: (() -> Void)?
    /// Called when the user chose orientation calibration and a touchscreen is connected.
    var onOrientation: (() -> Void)?
    /// Called when the user chose the cleaning screen.
    var onCleaning: (() -> Void)?
    /// Called when a pending change of rotation or scale is confirmed or reverted.
    var onDisplayChangeEnd: (() -> Void)?

    private let services: KioskContext?
    private let technicianScreens: (any TechnicianScreens)?
    private let maintenanceView = MaintenanceView(frame: .zero)

    /// Creates the menu.
    ///
    /// - Parameters:
    ///   - services: The kiosk's services. If `nil`, the menu offers only the items that need no
    ///     services.
    ///   - technicianScreens: The factory of the screens for technicians, or `nil` to offer no such
    ///     screens.
    init(services: KioskContext?, technicianScreens: (any TechnicianScreens)? = nil) {
        self.services = services
        self.technicianScreens = technicianScreens
        super.init()
    }

    /// Creates the view of the menu.
    override func loadView() {
        view = maintenanceView
    }

    /// Sets the actions of the buttons and shows the menu.
    override func viewDidLoad() {
        maintenanceView.doneButton.addAction(for: .touchUpInside) { [weak self] _ in
            self?.onDone?()
        }
        maintenanceView.backButton.addAction(for: .touchUpInside) { [weak self] _ in
            self?.showMenu()
        }
        services?.machine.onFailure = { [weak self] in self?.maintenanceView.banner.show($0) }
        showMenu()
    }

    /// Whether a new rotation or scale of the picture waits for confirmation.
    var isDisplayChangePending: Bool {
        (maintenanceView.page as? DisplayPage)?.isChangePending == true
    }

    /// Closes the current page, and stops showing failures of restart, power-off and console
    /// requests. Called when the window is dismissed.
    func close() {
        services?.machine.onFailure = nil
        maintenanceView.banner.hide()
        maintenanceView.page = nil
    }

    // MARK: Pages

    private func show(_ page: any MaintenancePage) {
        page.onMessage = { [weak self] in self?.maintenanceView.banner.show($0) }
        maintenanceView.page = page
        maintenanceView.backButton.isHidden = false
    }

    private func showMenu() {
        let grid = TileGrid(title: "Maintenance")
        let items = MaintenanceItem.available(
            with: services, hasTechnicianScreens: technicianScreens != nil)
        for item in items { grid.add(makeButton(for: item)) }
        show(grid)
        maintenanceView.backButton.isHidden = true
        maintenanceView.setNeedsLayout()
    }

    private func makeButton(for item: MaintenanceItem) -> IconButton {
        guard let request = item.request else {
            let button = IconButton(.item(item))
            button.addAction(for: .touchUpInside) { [weak self] _ in self?.open(item) }
            return button
        }
        let button = HoldToConfirmButton(.item(item), hint: "Hold", duration: Self.holdDuration)
        button.addAction(for: .primaryActionTriggered) { [weak self] _ in self?.send(request) }
        return button
    }

    private func open(_ item: MaintenanceItem) {
        switch item {
        case .scenes:
            showGallery()
        case .fieldTest:
            requireTouchscreen { onFieldTest?() }
        case .orientation:
            requireTouchscreen { onOrientation?() }
        case .benchmark:
            if let services, let technicianScreens {
                show(technicianScreens.makeBenchmarkPage(services: services))
            }
        case .display:
            if let services { showDisplayPage(services.screen) }
        case .cleaning:
            onCleaning?()
        case .restart, .powerOff, .console:
            break
        }
    }

    /// Calls `action` if a touchscreen is connected, and shows a message otherwise.
    private func requireTouchscreen(_ action: () -> Void) {
        if services?.rawTouches.touchscreens.isEmpty == false {
            action()
        } else {
            maintenanceView.banner.show("No touch panel is plugged in")
        }
    }

    private func showDisplayPage(_ screen: any ScreenControl) {
        let page = DisplayPage(screen: screen)
        page.onChangeEnd = { [weak self] in self?.onDisplayChangeEnd?() }
        show(page)
    }

    private func showGallery() {
        let grid = TileGrid(title: "Scenes")
        for scene in Scene.allCases {
            let button = IconButton(.scene(scene))
            button.addAction(for: .touchUpInside) { [weak self] _ in self?.onScene?(scene) }
            grid.add(button)
        }
        show(grid)
    }

    /// Sends a restart, power-off or console request, and shows its progress or its error.
    private func send(_ request: SystemRequest) {
        guard let services else { return }
        let progress =
            switch request {
            case .restart: "Restarting"
            case .powerOff: "Turning off"
            case .console: "Leaving for the console"
            }
        maintenanceView.banner.show(services.machine.send(request) ?? progress)
    }
}
