// Reported by: newer-than-the-stand-in-says. Floors: macOS 10.15, iOS 13, tvOS 13, watchOS 6, visionOS 1
// SwiftUI's first version had no state objects.
import SwiftUI

struct Counter {
    @StateObject var model: Model
}
