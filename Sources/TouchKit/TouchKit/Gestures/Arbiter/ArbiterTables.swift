/// What the arbiter does, as tables: they decide nothing but what their arguments say.
package enum ArbiterTables {
    /// What comes of a state that a recognizer assigns itself.
    package enum Assignment: Hashable, Sendable {
        /// Nothing.
        case none
        /// It wants to leave *possible*, or adds to what it wants.
        case want(Intent)
        /// The same, while it is held.
        case hold(Intent)
        /// It fails, without an action.
        case fail
        /// It goes on or ends, with one action.
        case change
        case end
        case cancel
    }

    /// GestureStage × assigned state (R-4.1 … ).
    package static func assignment(
        _ assigned: UIGestureRecognizer.State, in stage: GestureStage
    ) -> (Assignment, GestureRule) {
        switch (stage, assigned) {
        // stage                assigned        what comes of it              rule
        case (_, .possible): (.none, .illegal)

        case (.analysing, .began): (.want(.begin), .transitions)
        case (.analysing, .ended): (.want(.recognize), .transitions)
        case (.analysing, .failed): (.fail, .transitions)
        case (.analysing, .cancelled): (.fail, .touchesCancelled)
        case (.analysing, .changed): (.fail, .illegal)

        case (.wanting, .began): (.none, .illegal)
        case (.wanting(let intent), .changed): (.want(intent.changed()), .assignments)
        case (.wanting(let intent), .ended): (.want(intent.ended()), .assignments)
        case (.wanting, .failed): (.fail, .transitions)
        case (.wanting, .cancelled): (.fail, .touchesCancelled)

        case (.held, .began), (.held, .changed): (.none, .held)
        case (.held(let intent), .ended): (.hold(intent.ended()), .heldUntilEnded)
        case (.held, .failed): (.fail, .transitions)
        case (.held, .cancelled): (.fail, .touchesCancelled)

        case (.active, .began): (.none, .illegal)
        case (.active, .changed): (.change, .assignments)
        case (.active, .ended): (.end, .assignments)
        case (.active, .cancelled): (.cancel, .assignments)
        case (.active, .failed): (.cancel, .illegal)

        case (.over, _): (.none, .illegal)
        }
    }

    /// What a view was told of a contact.
    package enum Told: Hashable, Sendable {
        /// Nothing yet.
        case nothing
        /// `touchesBegan`: the end is owed.
        case began
        /// Everything.
        case all
        /// Nothing, and it never will be.
        case never
    }

    /// What a contact has done that its view may have to hear of.
    package struct ContactNews: Hashable, Sendable {
        /// Its view isn't where it was told to be.
        package var hasMoved = false
        package var isLifted = false
        package var isCancelled = false

        package init(hasMoved: Bool = false, isLifted: Bool = false, isCancelled: Bool = false) {
            self.hasMoved = hasMoved
            self.isLifted = isLifted
            self.isCancelled = isCancelled
        }
    }

    /// What a view is told next of a contact.
    package enum Telling: Hashable, Sendable {
        case began
        case moved
        case ended
        case cancelled
        /// Nothing now: a recognizer is still analysing, or a tap before it isn't told of yet.
        case withhold
        /// Nothing, ever again.
        case forget
        /// There is nothing to tell.
        case none
    }

    /// Told so far × what happened × who holds it back.
    ///
    /// - Parameters:
    ///   - told: What the view knows.
    ///   - news: What the contact did.
    ///   - delaysBegan: A recognizer that delays the beginning analyses it, or an earlier contact of
    ///     the same touch has to be told of first.
    ///   - delaysEnded: A recognizer that delays the end analyses it.
    package static func telling(
        _ told: Told, _ news: ContactNews, delaysBegan: Bool, delaysEnded: Bool
    ) -> Telling {
        switch told {
        case .nothing:
            // The system took it back before anyone saw it.
            if news.isCancelled { return .forget }
            return delaysBegan ? .withhold : .began
        case .began:
            if news.isCancelled { return .cancelled }
            if news.hasMoved { return .moved }
            if news.isLifted { return delaysEnded ? .withhold : .ended }
            return .none
        case .all, .never:
            return .none
        }
    }
}

extension Intent {
    fileprivate func changed() -> Intent {
        var intent = self
        // What has ended can't change any more.
        if !ends { intent.changes += 1 }
        return intent
    }

    fileprivate func ended() -> Intent {
        var intent = self
        intent.ends = true
        return intent
    }
}
