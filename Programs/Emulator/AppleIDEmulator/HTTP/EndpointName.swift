/// The names of the endpoints, by which faults are set. `connection` is what happens before any request, and `mail` the
/// dialogue with the relay.
enum EndpointName: String, Sendable, Codable, ListedValue {
    case discovery, keys, authorize, token, revoke, migration, control, pages, button, connection, mail
}
