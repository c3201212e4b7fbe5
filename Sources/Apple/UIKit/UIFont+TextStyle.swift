extension UIFont {
    /// The text styles of iOS.
    public enum TextStyle: Sendable {
        /// The style of large titles.
        case largeTitle
        /// The style of first-level titles.
        case title1
        /// The style of second-level titles.
        case title2
        /// The style of third-level titles.
        case title3
        /// The style of headings.
        case headline
        /// The style of subheadings.
        case subheadline
        /// The style of body text.
        case body
        /// The style of callouts.
        case callout
        /// The style of footnotes.
        case footnote
        /// The style of captions.
        case caption1
        /// The style of alternate captions.
        case caption2
    }

    /// Returns the system font in the default size of a text style. The user cannot change the
    /// sizes.
    public static func preferredFont(forTextStyle style: TextStyle) -> UIFont {
        switch style {
        case .largeTitle: .systemFont(ofSize: 34)
        case .title1: .systemFont(ofSize: 28)
        case .title2: .systemFont(ofSize: 22)
        case .title3: .systemFont(ofSize: 20)
        case .headline: .boldSystemFont(ofSize: 17)
        case .body: .systemFont(ofSize: 17)
        case .callout: .systemFont(ofSize: 16)
        case .subheadline: .systemFont(ofSize: 15)
        case .footnote: .systemFont(ofSize: 13)
        case .caption1: .systemFont(ofSize: 12)
        case .caption2: .systemFont(ofSize: 11)
        }
    }
}
