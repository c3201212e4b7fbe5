/// The state machine that hides the toolbar while the user draws.
///
/// ```
///          drawing begins, toolbar not touched            drawing ends
///     shown ─────────────────────────────▶ hidden ─────────────────────────────▶ returning
///       ▲                                    ▲            drawing begins            │  │
///       │                                    └──────────────────────────────────────┘  │
///       └──────────────────────────────── the delay has passed ────────────────────────┘
/// ```
struct ToolbarVisibility {
    /// The visibility of the toolbar.
    private enum State {
        case shown
        case hidden
        case returning
    }

    /// An action that the toolbar must perform after a change of its visibility state.
    enum Action: Equatable {
        /// Hide the toolbar.
        case hide
        /// Start the delay after which the toolbar appears again.
        case wait
        /// Cancel the delay after which the toolbar appears again.
        case stopWaiting
        /// Show the toolbar.
        case show
    }

    private var state = State.shown
    private var isDrawing = false
    private var isTouched = false

    /// Records whether the user is drawing. Returns the action that the toolbar must perform, or
    /// `nil` if there is none.
    mutating func setDrawing(_ isDrawing: Bool) -> Action? {
        self.isDrawing = isDrawing
        return next()
    }

    /// Records whether the toolbar is touched. Returns the action that the toolbar must perform, or
    /// `nil` if there is none.
    mutating func setTouched(_ isTouched: Bool) -> Action? {
        self.isTouched = isTouched
        return next()
    }

    /// Handles the end of the delay after which the toolbar appears again. Returns the action that
    /// the toolbar must perform, or `nil` if there is none.
    mutating func finishWaiting() -> Action? {
        guard state == .returning else { return nil }
        state = .shown
        return .show
    }

    /// Updates the state depending on whether the user draws and whether the toolbar is touched.
    /// Returns the action that the toolbar must perform, or `nil` if the state does not change.
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
