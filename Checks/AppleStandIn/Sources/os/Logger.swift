// The part of the unified log that the kit uses, as Apple declares it.
//
// Pages: https://developer.apple.com/documentation/os/

// Page: logger
@available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, visionOS 1.0, *)
public struct Logger: Sendable {
    // Page: logger/init(subsystem:category:)
    public init(subsystem: String, category: String) {}
    // Page: logger/notice(_:)
    public func notice(_ message: OSLogMessage) {}
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
    // Page: oslogmessage/init(stringliteral:)
    public init(stringLiteral value: String) {}
    // Page: oslogmessage/init(stringinterpolation:)
    public init(stringInterpolation: OSLogInterpolation) {}
}

// Page: osloginterpolation
@available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, visionOS 1.0, *)
public struct OSLogInterpolation: StringInterpolationProtocol {
    // Page: osloginterpolation/init(literalcapacity:interpolationcount:)
    public init(literalCapacity: Int, interpolationCount: Int) {}
    // Page: osloginterpolation/appendliteral(_:)
    public mutating func appendLiteral(_ literal: String) {}
    // Page: osloginterpolation/appendinterpolation(_:align:privacy:)
    public mutating func appendInterpolation(_ text: @autoclosure @escaping () -> String, privacy: OSLogPrivacy) {}
}
