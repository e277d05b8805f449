import Testing

@testable import SignInFlows

struct `A question about the numbers` {
    private let today = CalendarDay(number: 20_784)

    private func fault(_ words: NumbersQuestion.Words) -> NumbersQuestion.Fault? {
        do throws(NumbersQuestion.Fault) {
            _ = try NumbersQuestion(words, today: today)
            return nil
        } catch {
            return error
        }
    }

    @Test func `is about the last thirty days, if it does not say another time`() throws {
        let question = try NumbersQuestion(.init(), today: today)
        #expect(question == NumbersQuestion(days: today.adding(-29)...today))
        #expect(question.measures == [.registration, .signIn] && question.columns.isEmpty && question.period == .day)
        let earlier = try NumbersQuestion(.init(to: "2026-11-01"), today: today)
        #expect(earlier.days.lowerBound.text == "2026-10-03" && earlier.days.upperBound.text == "2026-11-01")
    }

    @Test func `keeps the order of its lists`() throws {
        let question = try NumbersQuestion(
            .init(
                from: "2026-11-27", to: "2026-11-27", measures: "sign_in,refusal", by: "platform,provider",
                each: "week"), today: today)
        #expect(
            question
                == NumbersQuestion(
                    days: today...today, measures: [.signIn, .refusal], columns: [.platform, .provider], period: .week))
    }

    @Test(
        arguments: [
            (NumbersQuestion.Words(from: "2026-11-28"), NumbersQuestion.Fault.from), (.init(from: "today"), .from),
            (.init(from: "1970-01-01", to: "2071-01-01"), .from), (.init(to: "27.11.2026"), .to),
            (.init(measures: ""), .measures),
            (.init(measures: "sign_in,"), .measures), (.init(measures: "sign_in,sign_in"), .measures),
            (.init(measures: "sign-in"), .measures), (.init(by: "team"), .by), (.init(by: "provider, client"), .by),
            (.init(by: "provider,provider"), .by), (.init(each: "year"), .each), (.init(each: ""), .each),
        ] as [(NumbersQuestion.Words, NumbersQuestion.Fault)])
    func `names the word that is wrong`(_ words: NumbersQuestion.Words, _ expected: NumbersQuestion.Fault) {
        #expect(fault(words) == expected)
    }
}
