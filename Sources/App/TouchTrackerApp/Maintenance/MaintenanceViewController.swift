import KioskServices
import TouchKit

/// The view controller of the maintenance menu and its pages.
final class MaintenanceViewController: UIViewController, MaintenanceScreen {
    /// The time for which the user must hold the button for restart, power off or console, in
    /// seconds.
    static let holdDuration = 2.0

    /// Called when the user taps *Done* to close the menu.
    var onDone: (() -> Void)?
    /// Called with the scene that the user has chosen in the gallery of scenes.
    var onScene: ((Scene) -> Void)?
    /// Called when the user has chosen the field test and a touchscreen is connected.
    var onFieldTest: (() -> Void)?
    /// Called when the user has chosen orientation calibration and a touchscreen is connected.
    var onOrientation: (() -> Void)?
    /// Called when the user has chosen the cleaning screen.
    var onCleaning: (() -> Void)?
    /// Called when the user has confirmed a new rotation or scale, or the menu has reverted it.
    var onDisplayChangeEnd: (() -> Void)?

    private let services: KioskContext?
    private let technicianScreens: (any TechnicianScreens)?
    private let maintenanceView = MaintenanceView(frame: .zero)

    /// Creates the controller of the maintenance menu.
    ///
    /// - Parameters:
    ///   - services: The kiosk's services. If `nil`, the menu offers only the items that need no
    ///     services. The field test is offered, too, but does not open.
    ///   - technicianScreens: The factory of the screens for technicians, such as the field test,
    ///     or `nil` to offer no such screens.
    init(services: KioskContext?, technicianScreens: (any TechnicianScreens)? = nil) {
        self.services = services
        self.technicianScreens = technicianScreens
        super.init()
    }

    /// Creates the view of the maintenance menu.
    override func loadView() {
        view = maintenanceView
    }

    /// Sets the actions of the buttons and shows the page with the menu items.
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

    /// Whether a new rotation or scale of the screen waits for confirmation by the user.
    var isDisplayChangePending: Bool {
        (maintenanceView.page as? DisplayPage)?.isChangePending == true
    }

    /// Closes the current page, and stops showing failures of restart, power-off and console
    /// requests. The method is called when the menu's window is dismissed.
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

    /// Calls `action` if a touchscreen is connected. Shows a message if no touchscreen is
    /// connected.
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

    /// Sends a restart, power-off or console request to the system, and shows its progress or its
    /// error.
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
