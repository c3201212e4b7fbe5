import TouchKit

extension Scene {
    /// The controls scene, which shows every control and scroll views.
    package static let controls = Scene(
        name: "controls", title: "Controls",
        miniature: SceneMiniature(background: 1) { _ in
            UIColor.systemBlue.setFill()
            UIRectFill(CGRect(x: 8, y: 13, width: 22, height: 3))
            UIColor(white: 0.75, alpha: 1).setFill()
            UIRectFill(CGRect(x: 30, y: 13, width: 20, height: 3))
            UIBezierPath(ovalIn: CGRect(x: 24, y: 8, width: 13, height: 13)).fill()
            UIColor.systemGreen.setFill()
            UIBezierPath(
                roundedRect: CGRect(x: 8, y: 28, width: 22, height: 12), cornerRadius: 6
            ).fill()
            UIColor(white: 0.85, alpha: 1).setFill()
            UIBezierPath(
                roundedRect: CGRect(x: 8, y: 46, width: 42, height: 8), cornerRadius: 3
            ).fill()
            for row in 0..<5 {
                UIRectFill(CGRect(x: 60, y: 8 + CGFloat(row) * 10, width: 32, height: 3))
            }
        },
        controllerFactory: { _ in ControlsViewController() })
}

/// The view controller of the controls scene: every control, each with a line that says what the
/// arbiter has decided about the last touch on it.
package final class ControlsViewController: UIViewController {
    private static let endRefreshing = Selector("endRefreshing") {
        (controller: ControlsViewController) in controller.endRefreshing
    }

    /// The controls and the table.
    package let controlsView = ControlsView(frame: UIScreen.main.bounds)
    /// The item that the newest touch began on, or `nil`.
    private weak var touchedItem: ControlsItemView?

    package override func loadView() {
        view = controlsView
    }

    /// Connects the controls, and starts to observe the gesture events of the app.
    package override func viewDidLoad() {
        let controls = controlsView
        controls.slider.addAction(for: .valueChanged) { [weak controls] _ in
            guard let controls else { return }
            controls.progress.progress = controls.slider.value
        }
        controls.activitySwitch.addAction(for: .valueChanged) { [weak controls] _ in
            guard let controls else { return }
            if controls.activitySwitch.isOn {
                controls.activity.startAnimating()
            } else {
                controls.activity.stopAnimating()
            }
        }
        controls.styleControl.addAction(for: .valueChanged) { [weak controls] _ in
            guard let controls else { return }
            controls.overrideUserInterfaceStyle =
                controls.styleControl.selectedSegmentIndex == 1 ? .dark : .light
        }
        controls.alertButton.addAction(for: .touchUpInside) { [weak self] _ in
            self?.presentAlert(.alert)
        }
        controls.sheetButton.addAction(for: .touchUpInside) { [weak self] _ in
            self?.presentAlert(.actionSheet)
        }
        controls.table.refreshControl?.addAction(for: .valueChanged) { [weak self] _ in
            self?.perform(Self.endRefreshing, with: nil, afterDelay: 1)
        }
        UIApplication.shared.gestureObserver = { [weak self] event in self?.observe(event) }
    }

    private func endRefreshing() {
        controlsView.table.refreshControl?.endRefreshing()
    }

    private func presentAlert(_ style: UIAlertController.Style) {
        let alert = UIAlertController(
            title: "Reset the slider?", message: "The progress is reset as well.",
            preferredStyle: style)
        alert.addAction(
            UIAlertAction(title: "Reset", style: .destructive) { [weak self] _ in
                self?.controlsView.slider.setValue(0, animated: true)
                self?.controlsView.progress.setProgress(0, animated: true)
            })
        alert.addAction(UIAlertAction(title: "Cancel", style: .cancel))
        alert.overrideStyle(from: controlsView)
        present(alert, animated: true)
    }

    // MARK: Decisions

    private func observe(_ event: GestureEvent) {
        switch event.kind {
        case .touch(.began, on: let view):
            touchedItem = controlsView.item(containing: view)
            touchedItem?.clear()
        case .delivered(let view, let phase, _):
            controlsView.item(containing: view)?.recordDelivery(phase)
        case .withheld(let view, _, _):
            controlsView.item(containing: view)?.recordDecision("touch is withheld")
        case .suppressed(let view, _):
            controlsView.item(containing: view)?.recordDecision("touch is never delivered")
        case .decided(let recognizer, let decision):
            guard let name = recognizer.name, let text = Self.text(for: decision.reason) else {
                return
            }
            touchedItem?.recordDecision("\(name) \(text) (\(decision.rule))")
        case .touch, .received, .declined, .action:
            break
        }
    }

    /// Returns the description of a decision, or `nil` for a decision that is not shown.
    private static func text(for reason: GestureEvent.Reason) -> String? {
        switch reason {
        case .granted: "begins"
        case .refused: "is refused by the control"
        case .waits: "waits"
        case .lost, .blocked, .prevented: "is prevented by another gesture"
        case .assigned(.failed, because: let failure): failure.map { "fails: \($0.rawValue)" }
        case .assigned, .disabled, .removed, .abandoned, .deadlocked, .reset: nil
        }
    }
}

extension UIAlertController {
    /// Shows the alert in the style of a view.
    fileprivate func overrideStyle(from view: UIView) {
        self.view.overrideUserInterfaceStyle = view.traitCollection.userInterfaceStyle
    }
}
