// An app's file says `import TouchKit` where iOS says `import UIKit`: points and rectangles come
// along.
@_exported import Geometry
