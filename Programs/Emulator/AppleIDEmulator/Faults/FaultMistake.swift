/// Why a fault cannot be set, in a sentence.
struct FaultMistake: Error, Equatable {
    let code: String
    let sentence: String
}

extension Fault {
    /// The largest size: 4 GiB, the limit of the size field in a gzip trailer.
    static let largest = 1 << 32

    /// Throws if the fault cannot work as specified.
    func require(at endpoint: EndpointName) throws(FaultMistake) {
        guard endpoint != .control else {
            throw FaultMistake(code: "fault_endpoint", sentence: "Control calls cannot have faults.")
        }
        guard (times ?? 1) >= 1 else {
            throw FaultMistake(
                code: "fault_times", sentence: "times must be at least 1; leave it out for every request.")
        }
        guard (0...1).contains(share ?? 1) else {
            throw FaultMistake(code: "fault_share", sentence: "share must be from 0 to 1.")
        }
        guard (0...600_000).contains(delayMs ?? 0), (0...600_000).contains(intervalMs ?? 0) else {
            throw FaultMistake(code: "fault_delay", sentence: "delay_ms and interval_ms must be from 0 to 600000.")
        }
        guard (200...599).contains(status ?? 200) else {
            throw FaultMistake(code: "fault_status", sentence: "status must be from 200 to 599.")
        }
        guard (0...Self.largest).contains(size ?? 0), (0...31_536_000).contains(retryAfter ?? 0) else {
            throw FaultMistake(
                code: "fault_size", sentence: "size must be from 0 to 4294967296, and retry_after at most a year.")
        }
        guard !holdsRequest || kind == .delay || kind == .gate else {
            throw FaultMistake(code: "fault_before", sentence: "before_processing is for delay and gate.")
        }
        guard !holdsRequest || afterProcessing != true else {
            throw FaultMistake(
                code: "fault_before", sentence: "before_processing and after_processing exclude each other.")
        }
        try requirePlace(endpoint)
        try requireMail(at: endpoint)
        try requireVariant()
    }

    private func requirePlace(_ endpoint: EndpointName) throws(FaultMistake) {
        if let place = kind.place, endpoint != place {
            throw FaultMistake(
                code: "fault_endpoint", sentence: "\(kind.rawValue) is only for the endpoint \(place.rawValue).")
        }
        guard endpoint == .connection else { return }
        guard kind.place == .connection else {
            throw FaultMistake(code: "fault_endpoint", sentence: "\(kind.rawValue) is not for connections.")
        }
        guard clientId == nil else {
            throw FaultMistake(code: "fault_client", sentence: "A connection begins before it has a client_id.")
        }
    }

    private func requireVariant() throws(FaultMistake) {
        let variants = Self.variants(of: kind)
        if let variant, !variants.contains(variant) {
            let known = variants.isEmpty ? "none" : variants.joined(separator: ", ")
            throw FaultMistake(
                code: "fault_variant", sentence: "\(kind.rawValue) has no variant \(variant). Known: \(known).")
        }
        guard variant != nil || (kind != .identityToken && kind != .keySet) else {
            throw FaultMistake(
                code: "fault_variant",
                sentence: "\(kind.rawValue) needs a variant: \(variants.joined(separator: ", ")).")
        }
    }
}
