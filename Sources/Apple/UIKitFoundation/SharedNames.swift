import TouchKit
import UIKit

/// TouchKit's `CGFloat`, which shadows Foundation's.
public typealias CGFloat = TouchKit.CGFloat
/// TouchKit's `CGPoint`, which shadows Foundation's.
public typealias CGPoint = TouchKit.CGPoint
/// TouchKit's `CGRect`, which shadows Foundation's.
public typealias CGRect = TouchKit.CGRect
/// TouchKit's `CGSize`, which shadows Foundation's.
public typealias CGSize = TouchKit.CGSize
/// TouchKit's `IndexPath`, which shadows Foundation's.
public typealias IndexPath = TouchKit.IndexPath
/// TouchKit's `RunLoop`, which shadows Foundation's.
public typealias RunLoop = TouchKit.RunLoop
/// TouchKit's `Selector`, which shadows Foundation's.
public typealias Selector = TouchKit.Selector
/// TouchKit's `Timer`, which shadows Foundation's.
public typealias Timer = TouchKit.Timer
/// The `NSCoder` of the module UIKit, which shadows Foundation's.
public typealias NSCoder = UIKit.NSCoder
/// The `NSObject` of the module UIKit, which shadows Foundation's.
public typealias NSObject = UIKit.NSObject
/// The `NSObjectProtocol` of the module UIKit, which shadows Foundation's.
public typealias NSObjectProtocol = UIKit.NSObjectProtocol
/// The `NSValue` of the module UIKit, which shadows Foundation's.
public typealias NSValue = UIKit.NSValue
/// The `TimeInterval` of the module UIKit, which shadows Foundation's.
public typealias TimeInterval = UIKit.TimeInterval
