// The part of the unified log that the kit uses, as Apple declares it, with a log that a test can read.
//
// Pages: https://developer.apple.com/documentation/os/
import Foundation

// Page: logger
@available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, visionOS 1.0, *)
public struct Logger: Sendable {
    private let category: String
    // Page: logger/init(subsystem:category:)
    public init(subsystem: String, category: String) { self.category = category }
    // Page: logger/notice(_:)
    public func notice(_ message: OSLogMessage) { StandInLog.write("\(category): \(message.text)") }
}

/// What was written, each line after its category. Apple has nothing like it.
public enum StandInLog {
    private static let lock = NSLock()
    private nonisolated(unsafe) static var written: [String] = []
    /// The lines so far.
    public static var lines: [String] { lock.withLock { written } }
    fileprivate static func write(_ line: String) { lock.withLock { written.append(line) } }
}

// Page: oslogprivacy
@available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, visionOS 1.0, *)
public struct OSLogPrivacy: Sendable {
    // Page: oslogprivacy/public
    public static var `public`: OSLogPrivacy { OSLogPrivacy() }
}

// Page: oslogmessage
@available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, visionOS 1.0, *)
public struct OSLogMessage: ExpressibleByStringInterpolation {
    fileprivate let text: String
    // Page: oslogmessage/init(stringliteral:)
    public init(stringLiteral value: String) { text = value }
    // Page: oslogmessage/init(stringinterpolation:)
    public init(stringInterpolation: OSLogInterpolation) { text = stringInterpolation.text }
}

// Page: osloginterpolation
@available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, visionOS 1.0, *)
public struct OSLogInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""
    // Page: osloginterpolation/init(literalcapacity:interpolationcount:)
    public init(literalCapacity: Int, interpolationCount: Int) {}
    // Page: osloginterpolation/appendliteral(_:)
    public mutating func appendLiteral(_ literal: String) { text += literal }
    // Page: osloginterpolation/appendinterpolation(_:align:privacy:)
    public mutating func appendInterpolation(_ text: @autoclosure @escaping () -> String, privacy: OSLogPrivacy) {
        self.text += text()
    }
}
