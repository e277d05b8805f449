import Foundation
import SignInFlows

/// The texts that templates cannot name themselves, because they depend on the request.
extension Pages {
    /// A text in the language of the page.
    ///
    /// - Parameter count: chooses the plural form.
    func text(_ key: String, _ values: [String: String] = [:], count: Int? = nil) -> String {
        setting.language.text(
            key, setting.language.isRightToLeft ? values.mapValues { "\u{2068}\($0)\u{2069}" } : values, count: count)
    }

    /// Several texts as one list.
    func list(_ texts: [String]) -> String { texts.joined(separator: text("common.list_separator")) }

    /// A time to the minute.
    func moment(_ date: Date) -> String { setting.language.moment(date) }

    /// What happened and what to do, on the page of an error.
    func pageText(of reply: ErrorReply) -> String { text(reply.code.page.text, ["wait": wait(reply.retryAfter)]) }

    /// The message above a form that is shown again.
    func formText(of reply: ErrorReply) -> String { text(reply.code.formText, ["wait": wait(reply.retryAfter)]) }

    private func wait(_ seconds: Int?) -> String {
        let seconds = seconds ?? 1
        return seconds < 120
            ? text("wait.seconds", count: seconds) : text("wait.minutes", count: (seconds + 59) / 60)
    }
}
