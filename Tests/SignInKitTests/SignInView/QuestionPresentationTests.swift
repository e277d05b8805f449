import Testing

@testable import SignInKit

/// The question has its own words, the answers that fit, and a way out.
@Suite struct QuestionPresentationTests {
    @Test func `each question is asked in words of its own`() {
        func asked(_ question: AccountQuestion) -> [String] { QuestionPresentation(question).sentences }
        #expect(asked(.example).first == "Have you been here before?" && asked(.example).count == 2)
        #expect(asked(.exampleKnown) == ["Add this Apple Account to your account?"])
        #expect(asked(.exampleMerge).count == 1 && asked(.exampleMerge).first?.contains("Merge the two?") == true)
        #expect(asked(.exampleOffer).count == 1 && asked(.exampleOffer) != asked(.exampleMerge))
        #expect(asked(.exampleOffer).first?.contains("before the app changed companies. Merge the two?") == true)
    }

    @Test func `what did not work follows the question in both its sentences`() {
        let shown = QuestionPresentation(.exampleKnown, failure: .attemptExpired)
        #expect(
            shown.sentences == [
                "Add this Apple Account to your account?", "The sign-in took too long.",
                "Sign in again. Nothing you entered is lost.",
            ])
    }

    @Test(arguments: [AccountQuestion.example, .exampleKnown, .exampleMerge, .exampleOffer])
    func `each answer on a button fits the question`(question: AccountQuestion) {
        for case .answer(let answer) in QuestionPresentation(question, hasLogin: true).choices {
            #expect(question.takes(answer), "\(answer)")
        }
    }

    @Test func `a person who is unknown can sign in to an account that they have, if the app has a login`() {
        #expect(QuestionPresentation(.example).choices == [.answer(.new), .later])
        #expect(QuestionPresentation(.example, hasLogin: true).choices == [.logIn, .answer(.new), .later])
    }

    @Test func `nobody who is signed in is offered another login`() {
        #expect(QuestionPresentation(.exampleKnown, hasLogin: true).choices == [.answer(.session), .later])
        #expect(QuestionPresentation(.exampleMerge, hasLogin: true).choices == [.answer(.merge), .later])
        #expect(QuestionPresentation(.exampleOffer, hasLogin: true).choices == [.answer(.merge), .later])
    }

    @Test func `only the answer that can be undone stands out`() {
        #expect(QuestionPresentation(.exampleKnown).main == .answer(.session))
        #expect(QuestionPresentation(.example, hasLogin: true).main == nil)
        #expect(QuestionPresentation(.exampleMerge).main == nil && QuestionPresentation(.exampleOffer).main == nil)
    }

    @Test func `only a merge deletes something`() {
        let all: [QuestionPresentation.Choice] = [.logIn, .answer(.new), .answer(.session), .answer(.merge), .later]
        #expect(all.filter(\.isDestructive) == [.answer(.merge)])
    }

    @Test func `each button says what it does`() {
        let all: [QuestionPresentation.Choice] = [.logIn, .answer(.new), .answer(.session), .answer(.merge), .later]
        #expect(
            all.map(\.title) == [
                "Yes, sign in to my account", "Create a new account", "Yes, add it to this account",
                "Merge the accounts", "Not now",
            ])
    }
}
