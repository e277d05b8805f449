import JSONWebTokens

/// What people and tests do in the developer portal. Each action is one rule, and one saved change if the rule allows it.
extension EmulatorState {
    /// A new Team ID.
    func makeTeamID() -> String { SigningKeyRing.makeKeyID(randomBytes).uppercased() }

    func addTeam(_ teamID: String, name: String, kind: Team.Kind) throws {
        try change { world in world.add(try world.portal.newTeam(teamID, name: name, kind: kind)) }
    }

    /// Saves the change that a rule allows.
    func savePortal(
        of teamID: String, _ rule: (borrowing Portal, Switches, Int) throws(PortalRefusal) -> TeamChange
    ) throws {
        try change { world in
            world.save(try rule(world.portal, world.switches, world.clock.now), of: teamID)
        }
    }

    /// Makes a key. Its private half waits for the only download.
    func addKey(_ name: String, primaryApp: String, of teamID: String) throws -> String {
        let keyID = SigningKeyRing.makeKeyID(randomBytes).uppercased()
        let pem = try SigningKey.makeES256(keyID: keyID, drawing: randomBytes).pemRepresentation
        let publicPEM = try TeamKey.publicPEM(ofPrivateKeyPEM: pem, keyID: keyID)
        try change { world in
            let name = try world.portal.newKey(name, primaryApp: primaryApp, of: teamID)
            var key = try TeamKey(publicKeyPEM: publicPEM, keyID: keyID, name: name, primaryApp: primaryApp)
            key.createdAt = world.clock.now
            world.portal.privateKeys[keyID] = pem
            world.save(.key(keyID, key), of: teamID)
        }
        return keyID
    }

    /// Hands out a private key and forgets it.
    func downloadKey(_ id: String, of teamID: String) throws -> String {
        try change { world in
            let pem = try world.portal.privateKey(id, of: teamID)
            world.portal.privateKeys[id] = nil
            return pem
        }
    }

    func revokeKey(_ id: String, of teamID: String) throws {
        try change { world in
            world.save(try world.portal.revocation(ofKey: id, of: teamID, at: world.clock.now), of: teamID)
            world.portal.privateKeys[id] = nil
        }
    }

    /// The verification file of a domain.
    func domainFile(_ domain: String, ofService id: String, of teamID: String) throws -> [UInt8] {
        _ = try read { world in try world.portal.domain(domain, ofService: id, of: teamID, world.switches) }
        return DomainAssociation.file(teamID: teamID, service: id, domain: domain, seed: seed)
    }

    /// Fetches the verification file from the domain and compares it.
    func verifyDomain(_ domain: String, ofService id: String, of teamID: String) async throws {
        let file = try domainFile(domain, ofService: id, of: teamID)
        try DomainAssociation.require(
            await fetchDomainFile(DomainAssociation.url(of: domain)), is: file, of: domain)
        try savePortal(of: teamID) { portal, _, now throws(PortalRefusal) in
            try portal.verification(of: domain, ofService: id, of: teamID, at: now)
        }
    }
}
