import RelayMail

extension EmulatorState {
    /// The fault for this stage of a dialogue, if there is one.
    func takeMailFault(_ stage: MailStage) -> Fault? {
        takeFault(.mail, client: nil) { $0.mailStage == stage }
    }
}

extension Fault {
    /// The kinds that a dialogue can have.
    static let mailKinds: [Kind] = [
        .status, .delay, .gate, .cut, .hangUp, .greylist, .transformation, .bounceLater, .duplicate,
    ]

    /// The stage, or the one that the kind is usually about.
    var mailStage: MailStage { stage ?? (kind == .greylist ? .rcpt : .end) }

    /// What a fault answers, or reports later.
    var reply: SMTPReply {
        let isPermanent = kind == .bounceLater
        return SMTPReply(
            status ?? (isPermanent ? 550 : 451),
            body ?? (isPermanent ? "5.1.1 inactive email address" : "4.3.0 Try again later"))
    }

    /// Throws if the fault cannot work in a dialogue.
    func requireMail(at endpoint: EndpointName) throws(FaultMistake) {
        guard endpoint == .mail else {
            guard stage == nil else {
                throw FaultMistake(code: "fault_stage", sentence: "Only faults of mail have a stage.")
            }
            return
        }
        guard Self.mailKinds.contains(kind) else {
            throw FaultMistake(code: "fault_endpoint", sentence: "\(kind.rawValue) is not for mail.")
        }
        guard clientId == nil, !holdsRequest else {
            throw FaultMistake(
                code: "fault_client", sentence: "A fault of mail has neither client_id nor before_processing.")
        }
        let isOfMessages = kind.place == .mail && kind != .greylist
        guard !isOfMessages || mailStage == .end, kind != .greylist || mailStage == .rcpt else {
            throw FaultMistake(
                code: "fault_stage", sentence: "\(kind.rawValue) has its own stage; leave the member out.")
        }
    }
}
