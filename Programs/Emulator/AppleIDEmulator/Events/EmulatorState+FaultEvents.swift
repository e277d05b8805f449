/// Changes of the faults, each with its event. The faults have their own lock, since no request waits for them.
extension EmulatorState {
    func set(_ fault: Fault, at endpoint: EndpointName) {
        let id = faults.add(fault, to: endpoint)
        tell(.faultSet, client: fault.clientId, .members([("fault", .integer(id))] + fault.members(at: endpoint)))
    }

    /// Returns false if there is no such fault.
    func removeFault(_ id: Int) -> Bool {
        guard faults.remove(id) else { return false }
        tell(.faultRemoved, .members([("fault", .integer(id))]))
        return true
    }

    func clearFaults() {
        faults.clear()
        tell(.faultsCleared)
    }

    /// The fault for this request, if there is one.
    func takeFault(
        _ endpoint: EndpointName, client: String?, where isMeant: (Fault) -> Bool = { _ in true }
    ) -> Fault? {
        guard let fault = faults.take(endpoint, client: client, where: isMeant) else { return nil }
        tell(.faultFired, client: client, .members(fault.members(at: endpoint)))
        return fault
    }

    /// Waits until the gate is opened. The event is told once opening the gate would release the caller.
    func wait(at gate: String) async {
        await faults.wait(at: gate) { tell(.gateWaited, .members([("gate", .string(gate))])) }
    }

    func openGate(_ gate: String) {
        faults.open(gate) { tell(.gateOpened, .members([("gate", .string(gate))])) }
    }
}

extension Fault {
    fileprivate func members(at endpoint: EndpointName) -> [(name: String, value: OrderedJSON)] {
        var members: [(name: String, value: OrderedJSON)] = [
            ("endpoint", .string(endpoint.rawValue)), ("kind", .string(kind.rawValue)),
        ]
        if let variant { members.append(("variant", .string(variant))) }
        return members
    }
}
