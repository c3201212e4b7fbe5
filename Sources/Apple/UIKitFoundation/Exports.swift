// Foundation's declarations with the same names as TouchKit's are shadowed by the type aliases of
// this module, so that a file that needs Foundation has one CGPoint and one Timer.
@_exported import Foundation
@_exported import UIKit
