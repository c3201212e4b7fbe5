extension UIButton {
    // MARK: Title

    /// Sets the title in a state; nil: the normal state's.
    public func setTitle(_ title: String?, for state: State) {
        titles[state] = title
        updateLooks()
    }

    /// The title in a state.
    public func title(for state: State) -> String? {
        titles[state] ?? titles[.normal]
    }

    /// The title now.
    public var currentTitle: String? { title(for: state) }

    /// Sets the title's colour in a state; nil: the normal state's, or what the type says.
    public func setTitleColor(_ color: UIColor?, for state: State) {
        titleColors[state] = color
        updateLooks()
    }

    /// The title's colour in a state.
    public func titleColor(for state: State) -> UIColor {
        if let color = titleColors[state] { return color }
        switch buttonType {
        case .custom:
            return titleColors[.normal] ?? .white
        case .system:
            if state.contains(.disabled) { return UIColor.gray.withAlphaComponent(0.6) }
            let color =
                state.contains(.selected) ? .white : titleColors[.normal] ?? tintColor
            return state.contains(.highlighted) ? color.withAlphaComponent(0.3) : color
        }
    }

    /// The title's colour now.
    public var currentTitleColor: UIColor { titleColor(for: state) }

    // MARK: Picture

    /// Sets the picture in a state; nil: the normal state's.
    public func setImage(_ image: UIImage?, for state: State) {
        images[state] = image
        updateLooks()
    }

    /// The picture in a state.
    public func image(for state: State) -> UIImage? {
        images[state] ?? images[.normal]
    }

    /// The picture now.
    public var currentImage: UIImage? { image(for: state) }

    // MARK: Background

    /// Sets the background's picture in a state; nil: the normal state's.
    public func setBackgroundImage(_ image: UIImage?, for state: State) {
        backgroundImages[state] = image
        updateLooks()
    }

    /// The background's picture in a state.
    public func backgroundImage(for state: State) -> UIImage? {
        backgroundImages[state] ?? backgroundImages[.normal]
    }

    /// The background's picture now.
    public var currentBackgroundImage: UIImage? { backgroundImage(for: state) }

    /// Sets the background's colour in a state; nil: the normal state's, or what the type says.
    ///
    /// Ours, not UIKit's, where it takes a configuration or a picture.
    public func setBackgroundColor(_ color: UIColor?, for state: State) {
        backgroundColors[state] = color
        updateLooks()
    }

    /// The background's colour in a state; nil: none but the view's own `backgroundColor`.
    public func backgroundColor(for state: State) -> UIColor? {
        if let color = backgroundColors[state] { return color }
        if buttonType == .system, state.contains(.selected), !state.contains(.disabled) {
            return tintColor
        }
        return backgroundColors[.normal]
    }

    /// The background's colour now.
    public var currentBackgroundColor: UIColor? { backgroundColor(for: state) }
}
