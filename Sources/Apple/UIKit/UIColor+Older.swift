extension UIColor {
    /// The background of grouped tables, by its name before iOS 13.
    public static var groupTableViewBackground: UIColor {
        UIColor(red: 242 / 255, green: 242 / 255, blue: 247 / 255, alpha: 1)
    }
}
