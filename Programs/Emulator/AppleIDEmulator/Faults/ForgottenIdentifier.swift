import JSONWebTokens

/// Apple documents that a transfer identifier does not change. A team that gets another one must notice, because nobody
/// can be found behind the first one any more.
enum ForgottenIdentifier {
    static func replace(in answer: Answer, seed: UInt64) -> Answer {
        guard let members = try? StrictJSONReader.readObject(answer.body, limits: .standard),
            let identifier = members.text("transfer_sub")
        else { return answer }
        var changed = answer
        let other = TeamSubjects.transferIdentifier(of: identifier, to: "nobody", seed: seed)
        changed.body = OrderedJSON.object([("transfer_sub", .string(other))]).bytes
        return changed
    }
}
