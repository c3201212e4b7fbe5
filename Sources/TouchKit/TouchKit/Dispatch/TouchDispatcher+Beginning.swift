import TouchKitContacts

// Step P2 of a delivery (see `TouchDispatcher`): new touches are hit-tested, and restricted views
// receive none.
extension TouchDispatcher {
    /// Hit-tests the new touches (step P2), unless the application is inactive or ignores touches.
    func beginTouches(of update: TouchUpdate, _ part: Range<Int>, in event: UIEvent) {
        guard let application, application.applicationState == .active, !isIgnoring else { return }
        for index in part where update.changes[index].phase == .began {
            beginTouch(at: update.changes[index].sample, in: event, of: application)
        }
    }

    /// Begins a touch in the frontmost window whose hit test returns a view. Without such a
    /// window, the touch is ignored until it is lifted.
    private func beginTouch(
        at sample: TouchSample, in event: UIEvent, of application: UIApplication
    ) {
        for window in application.windows.reversed() {
            let location = window.convertFromScreen(sample.position)
            var hit: UIView?
            callApplication { hit = window.hitTest(location, with: event) }
            guard let view = hit else { continue }
            let (touch, tapCount) = pool.touch(
                at: location, on: view, in: window, time: sample.time)
            let predecessor = predecessor(of: touch, on: view)
            let isRestricted = isRestricted(view, in: window, event)
            let contact = arbiter.begin(after: predecessor, isRestricted: isRestricted)
            guard let contact else { return }
            touch.begin(sample, in: window, view: view, tapCount: tapCount)
            touch.contact = contact
            records[contact.index] = ContactRecord(
                touch: touch, window: window, view: view)
            hitTargets[contact.index] = HitTargetIDs(
                window: ObjectIdentifier(window), view: ObjectIdentifier(view))
            withheldSamples[contact.index].removeAll(keepingCapacity: true)
            contactsWithSamples.remove(contact)
            contacts.append(contact)
            event.touches.append(touch)
            observe(.touch(.began, on: view))
            if isRestricted { observe(.suppressed(view, touches: 1)) }
            offer(contact, hitting: view)
            return
        }
    }

    /// Returns the contact that must be delivered completely before a new contact, or `nil`: the
    /// last contact whose end the view has not received, of the same touch object or in a
    /// single-touch view.
    private func predecessor(of touch: UITouch, on view: UIView) -> ContactID? {
        contacts.last { contact in
            let record = records[contact.index]
            let precedes =
                record.touch === touch || (!view.isMultipleTouchEnabled && record.view === view)
            return precedes && arbiter.isEndOutstanding(contact)
        }
    }

    /// Returns whether a view must not receive another touch, because of `isMultipleTouchEnabled`
    /// or `isExclusiveTouch`.
    ///
    /// A touch that is lifted in the same delivery still counts, because views receive lifts after
    /// new touches.
    private func isRestricted(_ view: UIView, in window: UIWindow, _ event: UIEvent) -> Bool {
        for touch in event.touches where touch.window === window {
            guard let contact = touch.contact, arbiter.isOwnedByView(contact) else { continue }
            if touch.hitView === view {
                if !view.isMultipleTouchEnabled { return true }
            } else if view.isExclusiveTouch || touch.hitView?.isExclusiveTouch == true {
                return true
            }
        }
        return false
    }
}
