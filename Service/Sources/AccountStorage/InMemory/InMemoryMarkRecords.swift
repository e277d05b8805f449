internal import Foundation

extension InMemoryTransaction {
    func findMark(_ mark: ServiceMark) throws(StorageFailure) -> Date? {
        try read { $0.marks[mark] }
    }

    func advanceMark(_ mark: ServiceMark, to moment: Date) throws(StorageFailure) -> Date {
        let moment = moment.inWholeMilliseconds
        return try change { rows in
            let noted = max(rows.marks[mark] ?? moment, moment)
            rows.marks[mark] = noted
            return noted
        }
    }
}
