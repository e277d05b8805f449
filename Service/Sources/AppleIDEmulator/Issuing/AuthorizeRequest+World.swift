import HTTPServing

extension AuthorizeRequest {
    /// Checks the fields of a request, and looks the client up in the world.
    init(_ fields: FormFields, _ world: borrowing World) throws(Refusal) {
        let client = fields.filled("client_id").flatMap { world.client($0) }
        try self.init(
            AuthorizeAttempt(fields: fields, client: client, switches: world.switches), waived: world.waived)
    }
}
