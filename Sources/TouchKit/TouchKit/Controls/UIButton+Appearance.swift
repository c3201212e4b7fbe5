extension UIButton {
    // MARK: Title

    /// Sets the title to use for the specified state. If the value is `nil`, the state uses the
    /// normal state's title.
    public func setTitle(_ title: String?, for state: State) {
        titles[state] = title
        updateAppearance()
    }

    /// Returns the title for the specified state, or the normal state's title if none is set for
    /// the state. Returns `nil` if neither is set.
    public func title(for state: State) -> String? {
        titles[state] ?? titles[.normal]
    }

    /// The title that the button displays in its current state, or `nil` if it displays no title.
    public var currentTitle: String? { title(for: state) }

    /// Sets the color of the title to use for the specified state. If the value is `nil`, the state
    /// uses the normal state's color or the button type's default.
    public func setTitleColor(_ color: UIColor?, for state: State) {
        titleColors[state] = color
        updateAppearance()
    }

    /// Returns the title color used for a state.
    public func titleColor(for state: State) -> UIColor {
        if let color = titleColors[state] { return color }
        switch buttonType {
        case .custom:
            return titleColors[.normal] ?? .white
        case .system:
            if state.contains(.disabled) { return ControlStyle.disabledText }
            let color =
                state.contains(.selected) ? .white : titleColors[.normal] ?? inheritedTintColor
            return state.contains(.highlighted) && fadesTitleWhenHighlighted
                ? color.withAlphaComponent(ControlStyle.pressedAlpha) : color
        }
    }

    /// The color used to display the title.
    public var currentTitleColor: UIColor { titleColor(for: state) }

    // MARK: Image

    /// Sets the image to use for the specified state. If the value is `nil`, the state uses the
    /// normal state's image.
    public func setImage(_ image: UIImage?, for state: State) {
        images[state] = image
        updateAppearance()
    }

    /// Returns the image for the specified state, or the normal state's image if none is set for
    /// the state. Returns `nil` if neither is set.
    public func image(for state: State) -> UIImage? {
        images[state] ?? images[.normal]
    }

    /// The image that the button displays in its current state, or `nil` if it displays no image.
    public var currentImage: UIImage? { image(for: state) }

    // MARK: Background

    /// Sets the background image to use for the specified button state. If the value is `nil`, the
    /// state uses the normal state's image.
    public func setBackgroundImage(_ image: UIImage?, for state: State) {
        backgroundImages[state] = image
        updateAppearance()
    }

    /// Returns the background image for the specified state, or the normal state's image if none is
    /// set for the state. Returns `nil` if neither is set.
    public func backgroundImage(for state: State) -> UIImage? {
        backgroundImages[state] ?? backgroundImages[.normal]
    }

    /// The background image that the button displays in its current state, or `nil` if it displays
    /// none.
    public var currentBackgroundImage: UIImage? { backgroundImage(for: state) }

    /// Sets the background color to use for the specified button state. If the value is `nil`, the
    /// state uses the normal state's color or the button type's default.
    ///
    /// Not part of UIKit, which uses a configuration or a background image.
    public func setBackgroundColor(_ color: UIColor?, for state: State) {
        backgroundColors[state] = color
        updateAppearance()
    }

    /// Returns the background color used for a button state, or `nil` if only the view's
    /// `backgroundColor` is drawn. Not part of UIKit.
    public func backgroundColor(for state: State) -> UIColor? {
        if let color = backgroundColors[state] { return color }
        if buttonType == .system, state.contains(.selected), !state.contains(.disabled) {
            return inheritedTintColor
        }
        return backgroundColors[.normal]
    }

    /// The background color of the current state, or `nil` if only the view's `backgroundColor` is
    /// drawn. Not part of UIKit.
    public var currentBackgroundColor: UIColor? { backgroundColor(for: state) }
}
