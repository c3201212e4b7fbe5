import TouchKitGeometry

extension FieldTestEvaluator {
    mutating func multiTouch() -> TestOutcome? {
        guard let run = test.evidence(.multiTouch, as: MultiTouchRun.self) else { return nil }
        var fingers = limits.fingers
        fingers.pass = min(fingers.pass, Double(stage.slotCount))
        fingers.fail = min(fingers.fail, Double(stage.slotCount))
        // Contacts lost in a dead zone are already counted by the coverage test.
        let losses = run.losses.filter { !isDead(mapping.millimeters($0.place)) }
        let lost = losses.count + run.swaps.count
        plots.lostFingers =
            losses.map { mapping.millimeters($0.place) }
            + run.swaps.map { mapping.millimeters($0.place) }
        var figures = [
            figure(Double(lost), \.lostFingers),
            TestOutcome.Figure(value: Double(run.heldCount), limit: fingers),
        ]
        var words = ["\(run.heldCount) of \(stage.slotCount) fingers held"]
        if let loss = losses.first {
            let slots = Set(losses.map(\.slot)).sorted().map { "\($0)" }
            words.append(
                "\(losses.count) times a finger was lost (slot \(slots.joined(separator: ", "))), first \(Words.place(mapping.millimeters(loss.place)))"
            )
        }
        if let swap = run.swaps.first {
            words.append(
                "\(run.swaps.count) times two were taken for each other, first slots \(swap.slots.map { "\($0)" }.joined(separator: " and ")), \(Words.place(mapping.millimeters(swap.place)))"
            )
        }
        var atLeast = Verdict.pass
        if let merged = run.merged, merged.contains(where: { isDead(mapping.millimeters($0)) }) {
            words.append("one of two was lost in a dead zone")
        } else if let merged = run.merged {
            let distance = distance(merged)
            figures.append(figure(distance, \.separation))
            words.append("two become one at \(Words.number(distance)) mm")
        } else if let nearest = run.nearest {
            words.append("two are still two at \(Words.number(distance(nearest))) mm")
        } else if stage.slotCount > 1 {
            atLeast = .doubtful
            words.append("two weren't brought together")
        }
        return TestOutcome(
            .multiTouch, figures, atLeast: atLeast, finding: words.joined(separator: "; "))
    }

    private func distance(_ pair: [CGPoint]) -> Double {
        AccuracyFit.distance(mapping.millimeters(pair[0]), mapping.millimeters(pair[1]))
    }

    // MARK: Edges

    mutating func edgeSwipe() -> TestOutcome? {
        guard let run = test.evidence(.edgeSwipe, as: EdgeSwipeRun.self) else { return nil }
        var worst: (distance: Double, edge: ScreenEdge)?
        for case let swipe? in run.swipes {
            plots.edgePlaces.append(mapping.millimeters(swipe.places[0]))
            let distance = swipe.unseenDistance(mapping)
            if distance > worst?.distance ?? -1 { worst = (distance, swipe.edge) }
        }
        guard let worst else { return nil }
        let missing = zip(ScreenEdge.allCases, run.swipes).filter { $0.1 == nil }.map(\.0.rawValue)
        var words =
            "first seen \(Words.number(worst.distance)) mm from the \(worst.edge.rawValue) edge"
        if !missing.isEmpty { words += "; no swipe over \(missing.joined(separator: ", "))" }
        return TestOutcome(
            .edgeSwipe, [figure(worst.distance, \.edge)],
            atLeast: missing.isEmpty ? .pass : .doubtful, finding: words)
    }
}
