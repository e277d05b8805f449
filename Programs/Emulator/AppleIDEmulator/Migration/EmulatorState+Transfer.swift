/// What two teams do in the developer portal to transfer an app.
extension EmulatorState {
    @discardableResult
    func startTransfer(of app: String, from teamID: String, to recipient: String) throws -> AppTransfer {
        try change { world in
            let transfer = try world.portal.newTransfer(of: app, from: teamID, to: recipient, at: world.clock.now)
            world.portal.transfers[transfer.number] = transfer
            world.tell(.appTransferStarted, transfer)
            return transfer
        }
    }

    /// From now on, the app and its people belong to the recipient. Subjects and relay addresses are others.
    @discardableResult
    func acceptTransfer(of app: String, by teamID: String) throws -> AppTransfer {
        try change { world in
            let transfer = try world.portal.acceptance(of: app, by: teamID, at: world.clock.now)
            for key in world.complete(transfer) {
                world.know(
                    subject(of: key.person, world.person(key.person), team: key.teamID), as: key.person, in: key.teamID)
            }
            world.tell(.appTransferred, transfer)
            return transfer
        }
    }

    @discardableResult
    func cancelTransfer(of app: String, by teamID: String) throws -> AppTransfer {
        try change { world in
            let transfer = try world.portal.cancellation(of: app, by: teamID, at: world.clock.now)
            world.portal.transfers[transfer.number] = transfer
            world.tell(.appTransferCanceled, transfer)
            return transfer
        }
    }
}
