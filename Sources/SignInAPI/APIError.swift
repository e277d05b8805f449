/// Every refusal of the JSON API. Decide on `error`; `message` is for a developer and may change.
public struct APIError: Error, Codable, Sendable, Equatable {
    /// The stable code.
    public var error: String
    /// What happened, for a developer. Never holds what was sent.
    public var message: String
    /// Names this request in the service's log.
    public var requestID: String
    /// Where the code is explained.
    public var documentation: String

    /// A refusal as the service answers it.
    public init(error: String, message: String, requestID: String, documentation: String) {
        self.error = error
        self.message = message
        self.requestID = requestID
        self.documentation = documentation
    }

    enum CodingKeys: String, CodingKey {
        case error, message, documentation
        case requestID = "request_id"
    }
}
