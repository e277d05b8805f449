import Hummingbird

/// From where the operator's own routes may be asked: this machine, unless configured otherwise.
struct OperatorAddresses: Sendable {
    let ranges: [AddressRange]

    func require(_ context: ServiceContext) throws(RequestRefusal) {
        guard let client = context.client, ranges.contains(where: { $0.contains(client) }) else {
            throw .addressNotAllowed
        }
    }
}
