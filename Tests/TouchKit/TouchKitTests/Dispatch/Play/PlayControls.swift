import TouchKit
import TouchKitTesting

/// A view that reports its touch callbacks and window changes to the `DeliveryChecker`.
@MainActor
protocol ReportingView: UIView {
    var world: PlayWorld? { get set }
}

/// A view of the library that reports to the `DeliveryChecker`, and reacts to touches as well.
@MainActor
protocol PlayControl: ReportingView {
    /// Whether no touch has an effect on the control.
    var isAtRest: Bool { get }
    /// Changes the control at random.
    func changeProperties(_ dice: RandomChoices)
}

extension ReportingView {
    func record(_ touches: Set<UITouch>, _ phase: UITouch.Phase, _ event: UIEvent?) {
        world?.deliveryChecker.recordDelivery(self, touches, phase, event)
    }

    func recordMove(to newWindow: UIWindow?) {
        guard let world, newWindow !== window else { return }
        world.deliveryChecker.recordCancellation(of: self, at: world.simulator.time)
    }
}

final class PlaySlider: UISlider, PlayControl {
    weak var world: PlayWorld?
    var isAtRest: Bool { !isTracking && !isHighlighted }

    func changeProperties(_ dice: RandomChoices) {
        if dice.once(in: 2) { isEnabled.toggle() }
        setValue(Float(dice.number(in: 0...1)), animated: dice.once(in: 2))
    }

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        record(touches, .began, event)
        super.touchesBegan(touches, with: event)
    }

    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
        record(touches, .moved, event)
        super.touchesMoved(touches, with: event)
    }

    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        record(touches, .ended, event)
        super.touchesEnded(touches, with: event)
    }

    override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        record(touches, .cancelled, event)
        super.touchesCancelled(touches, with: event)
    }

    override func willMove(toWindow newWindow: UIWindow?) { recordMove(to: newWindow) }
}

final class PlayStepper: UIStepper, PlayControl {
    weak var world: PlayWorld?
    var isAtRest: Bool { !isTracking && !isHighlighted }

    func changeProperties(_ dice: RandomChoices) {
        if dice.once(in: 2) { isEnabled.toggle() }
        value = dice.number(in: 0...100)
    }

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        record(touches, .began, event)
        super.touchesBegan(touches, with: event)
    }

    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
        record(touches, .moved, event)
        super.touchesMoved(touches, with: event)
    }

    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        record(touches, .ended, event)
        super.touchesEnded(touches, with: event)
    }

    override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        record(touches, .cancelled, event)
        super.touchesCancelled(touches, with: event)
    }

    override func willMove(toWindow newWindow: UIWindow?) { recordMove(to: newWindow) }
}

/// A cell of a table view, which is at rest while it is not highlighted.
final class PlayCell: UITableViewCell, PlayControl {
    weak var world: PlayWorld?
    var isAtRest: Bool { !isHighlighted }

    func changeProperties(_ dice: RandomChoices) {}

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        record(touches, .began, event)
        super.touchesBegan(touches, with: event)
    }

    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
        record(touches, .moved, event)
        super.touchesMoved(touches, with: event)
    }

    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        record(touches, .ended, event)
        super.touchesEnded(touches, with: event)
    }

    override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        record(touches, .cancelled, event)
        super.touchesCancelled(touches, with: event)
    }

    override func willMove(toWindow newWindow: UIWindow?) { recordMove(to: newWindow) }
}

/// A table view with a random number of rows.
final class PlayTable: UITableView, UITableViewDataSource, UITableViewDelegate, PlayControl {
    weak var world: PlayWorld?
    private var count: Int

    init(_ dice: RandomChoices) {
        count = dice.roll(200)
        super.init(
            frame: CGRect(
                x: dice.number(in: 0...200), y: dice.number(in: 0...200),
                width: dice.number(in: 100...300), height: dice.number(in: 100...300)))
        register(PlayCell.self, forCellReuseIdentifier: "cell")
        allowsMultipleSelection = dice.once(in: 2)
        if dice.once(in: 2) {
            let control = UIRefreshControl()
            control.addAction(for: .valueChanged) { [weak self, weak control] _ in
                self?.world?.simulator.application.schedule(after: 0.5) {
                    control?.endRefreshing()
                }
            }
            refreshControl = control
        }
        dataSource = self
        delegate = self
    }

    var isAtRest: Bool {
        let cells = visibleCells.compactMap { $0 as? PlayCell }
        return !isTracking && !isDragging && !isDecelerating && cells.allSatisfy(\.isAtRest)
    }

    /// Touches on the table that it does not handle end here, because the other views of the world
    /// accept only their own touches.
    override var next: UIResponder? { nil }

    func changeProperties(_ dice: RandomChoices) {
        switch dice.roll(4) {
        case 0: reloadData()
        case 1:
            count += 1
            insertRows(at: [IndexPath(row: dice.roll(count), section: 0)], with: .automatic)
        case 2:
            guard count > 0 else { return }
            let row = dice.roll(count)
            count -= 1
            deleteRows(at: [IndexPath(row: row, section: 0)], with: .automatic)
        default:
            guard count > 0 else { return }
            scrollToRow(
                at: IndexPath(row: dice.roll(count), section: 0), at: .middle,
                animated: dice.once(in: 2))
        }
    }

    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { count }

    func tableView(
        _ tableView: UITableView, cellForRowAt indexPath: IndexPath
    ) -> UITableViewCell {
        let cell = tableView.dequeueReusableCell(withIdentifier: "cell", for: indexPath)
        cell.contentView.isUserInteractionEnabled = false
        (cell as? PlayCell)?.world = world
        return cell
    }

    func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat {
        30 + CGFloat(indexPath.row % 4) * 10
    }

    func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
        world?.changeAtRandom(oneIn: 10)
    }

    func scrollViewDidScroll(_ scrollView: UIScrollView) { world?.changeAtRandom(oneIn: 200) }

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        recordOwn(touches, .began, event)
        super.touchesBegan(touches, with: event)
    }

    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
        recordOwn(touches, .moved, event)
        super.touchesMoved(touches, with: event)
    }

    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        recordOwn(touches, .ended, event)
        super.touchesEnded(touches, with: event)
    }

    override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        recordOwn(touches, .cancelled, event)
        super.touchesCancelled(touches, with: event)
    }

    /// Records touches on the table itself; the touches of cells arrive through the chain.
    private func recordOwn(_ touches: Set<UITouch>, _ phase: UITouch.Phase, _ event: UIEvent?) {
        let own = touches.filter { $0.view === self }
        if !own.isEmpty { record(own, phase, event) }
    }

    override func willMove(toWindow newWindow: UIWindow?) { recordMove(to: newWindow) }
}
