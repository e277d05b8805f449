// Reported by: newer-than-the-stand-in-says. Floors: macOS 12, iOS 15, tvOS 15, watchOS 9, visionOS 1
// A watch can import UIKit, too, but has no views.
#if canImport(UIKit)
    import UIKit

    final class Notice: UIView {}
#endif
