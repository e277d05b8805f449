import AccountStorage
import SignInWithApple
import Testing

@testable import SignInFlows

/// Which key signs while an app moves, against an Apple that knows the client as one team's.
@Suite struct TransferSigningTests {
    private static let uncertain: Set<TransferState> = [.planned, .exporting, .ready, .moved, .importing]
    private static let remembered: [TransferSide?] = [nil, .giver, .recipient]

    /// An Apple that counts how often it got as far as the code.
    private struct Apple {
        let owner: TransferSide
        var uses = 0

        mutating func exchange(signedBy side: TransferSide, codeIsGood: Bool) -> AppleCallFailure? {
            guard side == owner else { return .refused(TokenEndpointError(code: "invalid_client")) }
            uses += 1
            return codeIsGood && uses == 1 ? nil : .refused(TokenEndpointError(code: "invalid_grant"))
        }
    }

    /// Exchanges a code with the keys in their order. Returns how many calls were made and how the last one ended.
    private static func exchange(
        _ state: TransferState, _ accepted: TransferSide?, _ apple: inout Apple, codeIsGood: Bool
    ) -> (calls: Int, failure: AppleCallFailure?) {
        var calls = 0
        var failure: AppleCallFailure?
        for side in TransferSigning.order(state, accepted: accepted, redeemsCode: true) {
            calls += 1
            failure = apple.exchange(signedBy: side, codeIsGood: codeIsGood)
            guard let failure, TransferSigning.triesNext(after: failure) else { break }
        }
        return (calls, failure)
    }

    @Test func `one of two calls succeeds while the app moves, and the code is used once`() {
        for state in TransferState.allCases {
            for accepted in Self.remembered {
                for owner in TransferSide.allCases {
                    var apple = Apple(owner: owner)
                    let ended = Self.exchange(state, accepted, &apple, codeIsGood: true)
                    let isFound = Self.uncertain.contains(state) || owner == state.side
                    #expect((ended.failure == nil) == isFound, "\(state), \(owner)")
                    #expect(ended.calls <= 2 && apple.uses == (isFound ? 1 : 0))
                    if !Self.uncertain.contains(state) { #expect(ended.calls == 1) }
                }
            }
        }
    }

    @Test func `a code that Apple refuses is sent to it once`() {
        for state in TransferState.allCases {
            for owner in TransferSide.allCases {
                var apple = Apple(owner: owner)
                _ = Self.exchange(state, nil, &apple, codeIsGood: false)
                #expect(apple.uses <= 1)
            }
        }
    }

    @Test func `the team that Apple accepted last is tried first`() {
        for state in Self.uncertain {
            func order(_ accepted: TransferSide?) -> [TransferSide] {
                TransferSigning.order(state, accepted: accepted, redeemsCode: true)
            }
            #expect(order(.giver) == [.giver, .recipient])
            #expect(order(.recipient) == [.recipient, .giver])
            #expect(order(nil).first == state.side)
        }
        #expect(TransferSigning.order(.settled, accepted: .giver, redeemsCode: true) == [.recipient])
        #expect(TransferSigning.order(.canceled, accepted: .recipient, redeemsCode: true) == [.giver])
    }

    @Test func `a token of a planned transfer is asked about with its own team's key only`() {
        for state in TransferState.allCases {
            let sides = TransferSigning.order(state, accepted: nil, redeemsCode: false)
            #expect(sides.count == (state != .planned && Self.uncertain.contains(state) ? 2 : 1), "\(state)")
        }
    }

    @Test func `only a refused client is tried with the other key`() {
        for code in ["invalid_grant", "invalid_request", "unauthorized_client"] {
            #expect(!TransferSigning.triesNext(after: .refused(TokenEndpointError(code: code))))
        }
        #expect(!TransferSigning.triesNext(after: .unavailable(reason: .timedOut, retryAfter: nil)))
        #expect(!TransferSigning.triesNext(after: .malformedReply(.replyNotJSON)))
        #expect(TransferSigning.triesNext(after: .refused(TokenEndpointError(code: "invalid_client"))))
    }
}
