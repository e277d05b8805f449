import Foundation
import Testing

@testable import SignInKit

/// Apple's button has a right size without a frame.
@Suite struct AppleButtonSizeTests {
    @Test(
        arguments: [
            (.small, .finger, 30), (.usual, .finger, 44), (.large, .finger, 56), (.small, .pointer, 30),
            (.usual, .pointer, 32), (.large, .pointer, 44), (.small, .remote, 66), (.usual, .remote, 66),
            (.large, .remote, 66),
        ] as [(AppleButtonSize.Step, AppleButtonSize.Reach, CGFloat)])
    func `each step has a height`(step: AppleButtonSize.Step, reach: AppleButtonSize.Reach, height: CGFloat) {
        #expect(AppleButtonSize.height(step, reach, textScale: 1) == height)
    }

    @Test func `the button grows with text, but no higher than its title fits`() {
        let heights = [0.5, 1, 1.5, 2, 3].map { (scale: CGFloat) in
            AppleButtonSize.height(.usual, .finger, textScale: scale)
        }
        #expect(heights == [44, 44, 66, 72, 72])
    }

    @Test func `no button is smaller than Apple allows`() {
        for step in AppleButtonSize.Step.allCases {
            for reach in AppleButtonSize.Reach.allCases {
                #expect(AppleButtonSize.height(step, reach, textScale: 0.1) >= 30)
            }
        }
        #expect(AppleButtonSize.narrowest >= 140)
        #expect(AppleButtonSize.narrowest < AppleButtonSize.widest)
    }
}
