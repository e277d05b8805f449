import Hummingbird
import JSONWebTokens

/// `/_emulator/keys`: adds, publishes, removes and rotates signing keys, and chooses the one that signs.
struct KeyControl: Sendable {
    struct Call: ControlCall {
        enum Action: String, ListedValue, Sendable {
            case add
            case signWith = "sign_with"
            case remove
            case publish
            case rotate
        }

        let action: Action
        var kid: String?
        /// For `add`: whether the key is published at once.
        var published: Bool?
        /// For `rotate`: whether the old keys stay published.
        var overlap: Bool?

        enum CodingKeys: CodingKey, CaseIterable {
            case action, kid, published, overlap
        }
    }

    struct Reply: Encodable, Sendable {
        /// The key that signs.
        let signing: String?
        let keys: [Key]

        struct Key: Encodable, Sendable {
            let kid: String
            let published: Bool
        }
    }

    let state: EmulatorState

    func list() throws -> Answer {
        try .reply(
            state.read { world in
                Reply(
                    signing: world.keyRing.signingKeyID,
                    keys: world.keyRing.entries.map { Reply.Key(kid: $0.keyID, published: $0.isPublished) })
            })
    }

    func change(_ request: Request) async throws -> Answer {
        let call = try await request.control(Call.self)
        switch call.action {
        case .add:
            _ = try state.addSigningKey(isPublished: call.published ?? true)
        case .rotate:
            let keyID = try state.addSigningKey(isPublished: true)
            state.note { world in
                _ = world.keyRing.sign(with: keyID)
                world.tell(.signingKeyChanged, Self.details(call, keyID))
                guard call.overlap == false else { return }
                for entry in world.keyRing.entries where entry.keyID != keyID {
                    _ = world.keyRing.publish(entry.keyID, false)
                }
            }
        case .signWith, .remove, .publish:
            let keyID = call.kid ?? ""
            let isKnown = state.note { world in
                let isKnown =
                    switch call.action {
                    case .signWith: world.keyRing.sign(with: keyID)
                    case .remove: world.keyRing.publish(keyID, false)
                    default: world.keyRing.publish(keyID, true)
                    }
                if isKnown { world.tell(.signingKeyChanged, Self.details(call, keyID)) }
                return isKnown
            }
            guard isKnown else { throw ControlRefusal.notFound("key_unknown", "There is no key \(keyID).") }
        }
        return try list()
    }

    private static func details(_ call: Call, _ keyID: String) -> EmulatorEvent.Details {
        .members([("action", .string(call.action.rawValue)), ("kid", .string(keyID))])
    }
}

extension EmulatorState {
    /// Adds a new key to the ring. It is generated outside the lock, since that takes some time.
    func addSigningKey(isPublished: Bool) throws -> String {
        let keyID = SigningKeyRing.makeKeyID(randomBytes)
        let key = try signingKeys.next(keyID: keyID)
        note { world in
            world.keyRing.add(key, keyID: keyID, isPublished: isPublished)
            world.tell(.signingKeyChanged, .members([("action", .string("add")), ("kid", .string(keyID))]))
        }
        return keyID
    }
}
