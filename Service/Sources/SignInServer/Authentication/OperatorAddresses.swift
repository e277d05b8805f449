import HTTPServing
import Hummingbird
import SignInFlows

/// The addresses from which the operator's routes can be called; by default, only this machine. A caller with an
/// unknown address is refused.
struct OperatorAddresses: Sendable {
    let ranges: [AddressRange]

    func require(_ context: ServiceContext) throws(RequestRefusal) {
        guard let caller = context.caller, ranges.contains(where: { $0.contains(caller) }) else {
            throw RequestRefusal(.addressNotAllowed)
        }
    }
}
