extension EmulatorState {
    /// Issues a team's access token for `/auth/usermigrationinfo` (`scope=user.migration`).
    func issueMigrationToken(to client: String, of teamID: String) throws -> TokenAnswer {
        let token = OpaqueToken.access.make(randomBytes)
        let refusal: Refusal? = try change { world in
            do throws(Refusal) {
                try MigrationTokenAttempt.checks.require(
                    world.tokenAttempt(of: client, by: teamID), waived: world.waived)
            } catch {
                return error
            }
            let now = world.clock.now
            world.migration.add(
                token, .init(client: client, teamID: teamID, expiresAt: now + TokenAnswer.accessLifetime), now: now)
            return nil
        }
        if let refusal { throw refusal }
        return TokenAnswer(accessToken: token, refreshToken: nil, identityToken: nil)
    }

    /// Tells a team a person's transfer identifier, or the recipient the person behind one.
    func migrate(_ request: MigrationRequest) throws -> (json: OrderedJSON, person: String) {
        let outcome: Result<(OrderedJSON, String), Refusal> = try change { world in
            let attempt = world.attempt(request)
            do throws(Refusal) {
                try MigrationAttempt.checks.require(attempt, waived: world.waived)
            } catch {
                return .failure(error)
            }
            guard let ask = request.ask, let person = attempt.named?.person, let client = world.client(request.client)
            else { return .failure(.invalidRequest("migration_parameters", "Nobody is named.")) }
            if let token = request.bearer, let bearer = attempt.bearer, bearer.servesOnce(world.switches) {
                world.migration.use(token, expiresAt: bearer.expiresAt)
            }
            switch ask {
            case .identifier(_, let target):
                let identifier = world.transferIdentifier(of: person, to: target, seed: seed)
                world.tell(.transferIdentifierGiven, client: client.id, team: request.teamID, person: person)
                return .success((.object([("transfer_sub", .string(identifier))]), person))
            case .person:
                world.tell(.transferPersonGiven, client: client.id, team: request.teamID, person: person)
                return .success((transferred(person, to: client, in: world), person))
            }
        }
        let (json, person) = try outcome.get()
        return (json, person)
    }

    /// The person as the recipient knows them. Only a relay address is told, since any other stays as it was.
    private func transferred(_ person: String, to client: Client, in world: borrowing World) -> OrderedJSON {
        let key = world.consentKey(of: person, client)
        let subject = subject(of: person, world.person(person), team: key.teamID)
        var members: [(name: String, value: OrderedJSON)] = [("sub", .string(subject))]
        if world.consents[key]?.hidesEmail ?? false {
            members += [
                ("email", .string(world.relayAddress(of: key, seed: seed))), ("is_private_email", .boolean(true)),
            ]
        }
        return .object(members)
    }
}
