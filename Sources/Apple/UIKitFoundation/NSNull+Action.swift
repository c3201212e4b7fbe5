import Foundation
import TouchKit

/// The value with which a layer's delegate disables an action.
extension NSNull: CAAction {}
