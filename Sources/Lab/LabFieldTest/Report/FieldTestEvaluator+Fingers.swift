import TouchKitGeometry

extension FieldTestEvaluator {
    mutating func multiTouch() -> TestOutcome? {
        guard let run = test.evidence(.multiTouch, as: MultiTouchRun.self) else { return nil }
        var fingers = limits.fingers
        fingers.pass = min(fingers.pass, Double(stage.slotCount))
        fingers.fail = min(fingers.fail, Double(stage.slotCount))
        // Contacts lost in a dead zone are already counted by the coverage test.
        let losses = run.losses.filter { !isDead(mapping.millimeters($0.position)) }
        let lost = losses.count + run.swaps.count
        plots.lostFingers =
            losses.map { mapping.millimeters($0.position) }
            + run.swaps.map { mapping.millimeters($0.position) }
        var measurements = [
            measurement(Double(lost), \.lostFingers),
            TestOutcome.Measurement(value: Double(run.heldCount), limit: fingers),
        ]
        var findings = ["\(run.heldCount) of \(stage.slotCount) fingers held"]
        if let loss = losses.first {
            let slots = Set(losses.map(\.slot)).sorted().map { "\($0)" }
            findings.append(
                "\(losses.count) times a finger was lost (slot \(slots.joined(separator: ", "))), first \(ReportText.location(mapping.millimeters(loss.position)))"
            )
        }
        if let swap = run.swaps.first {
            findings.append(
                "\(run.swaps.count) times two were taken for each other, first slots \(swap.slots.map { "\($0)" }.joined(separator: " and ")), \(ReportText.location(mapping.millimeters(swap.position)))"
            )
        }
        var atLeast = Verdict.pass
        if let merged = run.merged, merged.contains(where: { isDead(mapping.millimeters($0)) }) {
            findings.append("one of two was lost in a dead zone")
        } else if let merged = run.merged {
            let distance = mapping.distance(merged[0], merged[1])
            measurements.append(measurement(distance, \.separation))
            findings.append("two become one at \(ReportText.number(distance)) mm")
        } else if let nearest = run.nearest {
            let distance = mapping.distance(nearest[0], nearest[1])
            findings.append("two are still two at \(ReportText.number(distance)) mm")
        } else if stage.slotCount > 1 {
            atLeast = .incomplete
            findings.append("two weren't brought together")
        }
        return TestOutcome(
            .multiTouch, measurements, atLeast: atLeast, finding: findings.joined(separator: "; "))
    }

    // MARK: Edges

    mutating func edgeSwipe() -> TestOutcome? {
        guard let run = test.evidence(.edgeSwipe, as: EdgeSwipeRun.self) else { return nil }
        var worst: (distance: Double, edge: ScreenEdge)?
        for case let swipe? in run.swipes {
            plots.edgePositions.append(mapping.millimeters(swipe.positions[0]))
            let distance = swipe.unreportedDistance(mapping)
            if distance > worst?.distance ?? -1 { worst = (distance, swipe.edge) }
        }
        guard let worst else { return nil }
        let missing = zip(ScreenEdge.allCases, run.swipes).filter { $0.1 == nil }.map(\.0.rawValue)
        var finding =
            "first seen \(ReportText.number(worst.distance)) mm from the \(worst.edge.rawValue) edge"
        if !missing.isEmpty { finding += "; no swipe over \(missing.joined(separator: ", "))" }
        return TestOutcome(
            .edgeSwipe, [measurement(worst.distance, \.edge)],
            atLeast: missing.isEmpty ? .pass : .incomplete, finding: finding)
    }
}
