/// A client that waits for the answer to its authorization request.
package struct WaitingClient: Sendable, Equatable {
    /// Its `client_id`.
    package let id: String
    /// The languages that it asks for with `ui_locales`, in order of preference (OpenID Connect Core section 3.1.2.1).
    package let locales: String?
}
