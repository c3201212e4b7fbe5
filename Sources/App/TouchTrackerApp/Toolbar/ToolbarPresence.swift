/// When the toolbar hides and comes back: a pure machine.
///
/// ```
///            fingers draw, none is on it              the fingers are lifted
///     shown ─────────────────────────────▶ hidden ─────────────────────────────▶ returning
///       ▲                                    ▲              fingers draw            │  │
///       │                                    └──────────────────────────────────────┘  │
///       └────────────────────────────────── a second is over ──────────────────────────┘
/// ```
struct ToolbarPresence {
    /// Where it is.
    private enum State {
        case shown
        case hidden
        case returning
    }

    /// What is to be done.
    enum Action: Equatable {
        /// Hide at once.
        case hide
        /// Begin to wait.
        case wait
        /// Wait no longer.
        case stopWaiting
        /// Come back.
        case show
    }

    private var state = State.shown
    private var isDrawing = false
    private var isTouched = false

    /// Fingers draw, or none does any longer.
    mutating func fingersDraw(_ isDrawing: Bool) -> Action? {
        self.isDrawing = isDrawing
        return next()
    }

    /// Fingers are on the toolbar, or none is any longer.
    mutating func touched(_ isTouched: Bool) -> Action? {
        self.isTouched = isTouched
        return next()
    }

    /// The second is over.
    mutating func waited() -> Action? {
        guard state == .returning else { return nil }
        state = .shown
        return .show
    }

    private mutating func next() -> Action? {
        switch (state, isDrawing) {
        case (.shown, true) where !isTouched:
            state = .hidden
            return .hide
        case (.hidden, false):
            state = .returning
            return .wait
        case (.returning, true):
            state = .hidden
            return .stopWaiting
        case (.shown, _), (.hidden, true), (.returning, false):
            return nil
        }
    }
}
