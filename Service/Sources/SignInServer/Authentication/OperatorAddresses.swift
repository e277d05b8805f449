import HTTPServing
import Hummingbird
import SignInFlows

/// From where the operator's own routes may be asked: this machine, unless configured otherwise. A caller whose address
/// is not known is nobody's operator.
struct OperatorAddresses: Sendable {
    let ranges: [AddressRange]

    func require(_ context: ServiceContext) throws(RequestRefusal) {
        guard let caller = context.caller, ranges.contains(where: { $0.contains(caller) }) else {
            throw RequestRefusal(.addressNotAllowed)
        }
    }
}
