import KioskServices
import TouchKit

/// The maintenance menu and its pages.
final class MaintenanceViewController: UIViewController {
    /// How long what asks something of the machine has to be held, in seconds.
    static let holdDuration = 2.0

    /// Is called when nothing more is wanted.
    var onDone: (() -> Void)?
    /// Is called with the scene that shall be shown.
    var onScene: ((Scene) -> Void)?
    /// Is called when the panel shall be tested.
    var onFieldTest: (() -> Void)?
    /// Is called when the orientation wizard was chosen.
    var onOrientation: (() -> Void)?
    /// Is called when the screen shall be cleaned.
    var onCleaning: (() -> Void)?
    /// Is called when a turned or scaled picture that waited to be confirmed is kept or has gone back.
    var onDisplayTrialEnd: (() -> Void)?

    private let services: KioskServices?
    private let maintenanceView = MaintenanceView(frame: .zero)

    /// Makes one for what a kiosk offers; without one it offers what an app can do by itself.
    init(services: KioskServices?) {
        self.services = services
        super.init()
    }

    /// Makes the view.
    override func loadView() {
        view = maintenanceView
    }

    /// Shows the menu.
    override func viewDidLoad() {
        maintenanceView.doneButton.addAction(for: .touchUpInside) { [weak self] _ in
            self?.onDone?()
        }
        maintenanceView.backButton.addAction(for: .touchUpInside) { [weak self] _ in
            self?.showMenu()
        }
        services?.system.onFailure = { [weak self] in self?.maintenanceView.notice.show($0) }
        showMenu()
    }

    /// Whether a turned or scaled picture waits to be confirmed.
    var isTryingDisplay: Bool {
        (maintenanceView.page as? DisplayPage)?.isTrying == true
    }

    /// The window goes: whatever a page began ends.
    func close() {
        services?.system.onFailure = nil
        maintenanceView.notice.hide()
        maintenanceView.page = nil
    }

    // MARK: Pages

    private func show(_ page: MaintenancePage) {
        page.onNotice = { [weak self] in self?.maintenanceView.notice.show($0) }
        maintenanceView.page = page
        maintenanceView.backButton.isHidden = false
    }

    private func showMenu() {
        let grid = TileGrid(title: "Maintenance")
        for item in MaintenanceItem.offered(by: services) { grid.add(button(for: item)) }
        show(grid)
        maintenanceView.backButton.isHidden = true
        maintenanceView.setNeedsLayout()
    }

    private func button(for item: MaintenanceItem) -> IconButton {
        guard let request = item.request else {
            let button = IconButton(.item(item))
            button.addAction(for: .touchUpInside) { [weak self] _ in self?.choose(item) }
            return button
        }
        let button = HoldButton(.item(item), hint: "Hold", duration: Self.holdDuration)
        button.addAction(for: .primaryActionTriggered) { [weak self] _ in self?.ask(for: request) }
        return button
    }

    private func choose(_ item: MaintenanceItem) {
        switch item {
        case .scenes:
            showGallery()
        case .fieldTest:
            if services?.rawTouches.panels.isEmpty == false {
                onFieldTest?()
            } else {
                maintenanceView.notice.show("No touch panel is plugged in")
            }
        case .orientation:
            if services?.rawTouches.panels.isEmpty == false {
                onOrientation?()
            } else {
                maintenanceView.notice.show("No touch panel is plugged in")
            }
        case .benchmark:
            if let services {
                show(BenchmarkPage(frames: services.frames, rehearsals: services.rehearsals))
            }
        case .display:
            if let services { showDisplay(services.panel) }
        case .cleaning:
            onCleaning?()
        case .restart, .powerOff, .console:
            break
        }
    }

    private func showDisplay(_ panel: any Panel) {
        let page = DisplayPage(panel: panel)
        page.onTrialEnd = { [weak self] in self?.onDisplayTrialEnd?() }
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

    private func ask(for request: SystemRequest) {
        guard let services else { return }
        let doing =
            switch request {
            case .restart: "Restarting"
            case .powerOff: "Turning off"
            case .console: "Leaving for the console"
            }
        maintenanceView.notice.show(services.system.ask(for: request) ?? doing)
    }
}
