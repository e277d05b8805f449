/// The names of the endpoints, by which faults are set.
enum EndpointName: String, Sendable, CaseIterable, Codable {
    case discovery, keys, authorize, token, revoke, control, pages
}
