import HTTPServing

extension AuthorizeRequest {
    /// Checks the fields of a request, and looks the client up in the world.
    init(_ fields: FormFields, _ world: borrowing World) throws(Refusal) {
        let client = fields.filled("client_id").flatMap { world.client($0) }
        var attempt = AuthorizeAttempt(fields: fields, client: client, switches: world.switches)
        attempt.portal = world.portalView(of: fields["client_id"] ?? "")
        try self.init(attempt, waived: world.waived)
    }
}
