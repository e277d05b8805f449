/// What faults and the log call an endpoint.
enum EndpointName: String, Sendable, CaseIterable, Codable {
    case discovery, keys, authorize, token, revoke, control, pages
}
