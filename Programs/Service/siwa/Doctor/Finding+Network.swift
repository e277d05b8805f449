import SignInWithApple

/// What the way to the service and to Apple's pages shows.
extension Finding {
    static func proxyNotNamed(_ origin: String) -> Finding {
        Finding(
            code: "proxy_not_named", level: .warning, subject: origin,
            meaning: "public_url is https, so there is a proxy, and trusted_proxies names none.",
            advice: "Name the proxy's address. Until then all clients behind it count as one for the limits.",
            evidence: .documented)
    }

    static func nameKnown(_ host: String) -> Finding {
        .fine("public_name_resolved", host, "This machine finds an address for the public name.")
    }

    static func nameUnknown(_ host: String) -> Finding {
        Finding(
            code: "public_name_unknown", level: .failure, subject: host,
            meaning: "This machine finds no address for the name in public_url.",
            advice: "Add the name to DNS. If only this machine does not know it, run the doctor on another one.",
            evidence: .documented)
    }

    /// Before the first start nobody has to answer.
    static func publicAddressSilent(
        _ origin: String, _ failure: TransportFailure, isFirstStart: Bool
    ) -> Finding {
        guard failure == .tlsFailed else {
            return Finding(
                code: "public_address_silent", level: isFirstStart ? .warning : .unknown, subject: origin,
                meaning: "Nobody answers under public_url: \(failure.code).",
                advice: "Start the service and the proxy, and check that this machine may connect to it.",
                evidence: .documented)
        }
        return Finding(
            code: "certificate_refused", level: .failure, subject: origin,
            meaning:
                "No connection by TLS 1.2 or later: the certificate under public_url is not valid for this name, has expired "
                + "or has an unknown issuer, or the proxy offers older versions of TLS only.",
            advice:
                "Renew the certificate, let the proxy send the whole chain, and switch TLS 1.2 on. Apple sends notifications "
                + "only to a certificate of a public authority.", evidence: .documented)
    }

    /// The service itself answers under its public address.
    static let reachedCode = "public_address_reached"

    static func reached(_ origin: String, status: Int, isOurs: Bool, isFirstStart: Bool) -> Finding {
        if isOurs { return .fine(reachedCode, origin, "The service answers under its public address.") }
        if [502, 503, 504].contains(status) {
            return Finding(
                code: "service_not_reached", level: isFirstStart ? .warning : .failure, subject: origin,
                meaning: "A proxy answers under public_url, and the service behind it does not.",
                advice: "Start the service. If it runs, compare the proxy's target with listen.", evidence: .documented)
        }
        return Finding(
            code: "other_program_reached", level: .failure, subject: origin,
            meaning: "Something answers under public_url that is not this service.",
            advice:
                "Let the proxy pass every path of the service on, /.well-known/jwks.json among them. If the service has "
                + "been moved, public_url must name the new place.", evidence: .judged)
    }

    static func forgedAddressRefused(_ origin: String) -> Finding {
        .fine("forged_address_refused", origin, "A client cannot pass as the operator with X-Forwarded-For.")
    }

    static func forgedAddressBelieved(_ origin: String, _ address: String) -> Finding {
        Finding(
            code: "forged_address_believed", level: .failure, subject: origin,
            meaning: "A client that sends X-Forwarded-For: \(address) counts as the operator.",
            advice: "Let the proxy add the address that it sees, and name only the proxy in trusted_proxies.",
            evidence: .documented)
    }

    static func redirectAccepted(_ subject: String) -> Finding {
        Finding(
            code: "redirect_accepted", level: .fine, subject: subject,
            meaning: "Apple shows its sign-in page for this Services ID and return URL.", advice: nil,
            evidence: .observed)
    }

    static func redirectRefused(_ subject: String, isApple: Bool) -> Finding {
        Finding(
            code: "redirect_refused", level: .failure, subject: subject,
            meaning: "\(isApple ? "Apple" : "The emulator") knows the Services ID and refuses the return URL.",
            advice: (isApple
                ? "Register exactly this URL under Identifiers, Services ID, Configure, and click Next, Done, Continue and "
                    + "Save."
                : "Start the emulator with --return-url and exactly this URL, or register it at the emulator's /portal.")
                + " The comparison includes a slash at the end.", evidence: .observed)
    }

    static func redirectNotRegistrable(_ subject: String) -> Finding {
        Finding(
            code: "redirect_not_registrable", level: .failure, subject: subject,
            meaning: "Apple registers no return URL with http, an IP address or localhost.",
            advice: "Set public_url to an https address with a domain name.", evidence: .documented)
    }

    static func webClientUnknown(_ subject: String) -> Finding {
        Finding(
            code: "services_id_unknown", level: .failure, subject: subject,
            meaning: "Apple knows no Services ID of this name with Sign in with Apple.",
            advice:
                "Compare the spelling under Identifiers, Services IDs. Tick Sign in with Apple there, click Configure, and "
                + "save twice.", evidence: .observed)
    }

    static func redirectUnclear(_ subject: String, _ status: Int) -> Finding {
        Finding(
            code: "redirect_unclear", level: .warning, subject: subject,
            meaning: "Apple's sign-in page answers with status \(status) and no cause that is known.",
            advice: "Open the sign-in in a browser and read the page. Compare the Services ID and its return URLs.",
            evidence: .judged)
    }

    static func redirectNotAsked(_ subject: String, _ failure: TransportFailure) -> Finding {
        Finding(
            code: "redirect_not_asked", level: .unknown, subject: subject,
            meaning: "Apple's sign-in page did not answer: \(failure.code).", advice: failure.advice,
            evidence: .documented)
    }
}
