#if !(STAND_IN_WATCHOS || STAND_IN_MACOS)
    import Foundation
    import UIKit

    /// Shows a view as a hosting controller does, for a test. A UIKit view is created once for each place and id, and
    /// updated whenever it is shown again. So are the values of `State`. Apple has nothing like it.
    @MainActor
    public final class StandInHost {
        /// A UIKit view on the screen.
        public struct Shown {
            public let view: UIView
            public let isInvisible: Bool
            public let minHeight: CGFloat?
            public let maxHeight: CGFloat?
        }

        /// A button of SwiftUI on the screen.
        public struct Press {
            public let title: String
            public let isEnabled: Bool
            public let isProminent: Bool
            public let isDestructive: Bool
            public let action: @MainActor () -> Void
        }

        public private(set) var shown: [Shown] = []
        /// The buttons of SwiftUI, from the top to the bottom.
        public private(set) var buttons: [Press] = []
        /// The texts on the screen, from the top to the bottom.
        public private(set) var texts: [String] = []
        /// Whether something turns.
        public private(set) var isBusy = false
        /// What the views do when they appear. SwiftUI runs it by itself.
        public private(set) var tasks: [@Sendable () async -> Void] = []
        private var kept: [String: UIView] = [:]
        private var keptStates: [String: [StandInBox]] = [:]
        private var seen: Set<String> = []

        public init() {}

        public func show(_ view: some View, in environment: EnvironmentValues = EnvironmentValues()) {
            shown = []
            buttons = []
            texts = []
            isBusy = false
            tasks = []
            seen = []
            walk(view, at: "", in: environment, part: StandInPart())
            kept = kept.filter { seen.contains($0.key) }
            keptStates = keptStates.filter { seen.contains($0.key) }
        }

        /// `outer` is the nearest part with a size, and is invisible if one of the parts around the view is.
        private func walk(_ view: Any, at place: String, in environment: EnvironmentValues, part outer: StandInPart) {
            EnvironmentValues.standIn = environment
            defer { EnvironmentValues.standIn = EnvironmentValues() }
            if let part = view as? StandInPart {
                var environment = environment
                if part.isDisabled { environment.isEnabled = false }
                if let task = part.task { tasks.append(task) }
                var inner = StandInPart()
                inner.isInvisible = outer.isInvisible || part.isInvisible
                inner.minHeight = part.minHeight ?? outer.minHeight
                inner.maxHeight = part.maxHeight ?? outer.maxHeight
                inner.isProminent = part.isProminent || outer.isProminent
                let name = part.id.map { place + "#\($0)" } ?? place
                for (number, child) in part.content.enumerated() {
                    walk(child, at: name + "/\(number)", in: environment, part: inner)
                }
            } else if let leaf = view as? any UIViewRepresentable {
                seen.insert(place)
                let view = put(leaf, at: place)
                shown.append(
                    Shown(
                        view: view, isInvisible: outer.isInvisible, minHeight: outer.minHeight,
                        maxHeight: outer.maxHeight))
            } else if let view = view as? any View {
                keepStates(of: view, at: place)
                note(view, in: environment, part: outer)
                walk(view.body, at: place + ".", in: environment, part: outer)
            }
        }

        /// Gives the view the states of the view that was at this place before.
        private func keepStates(of view: any View, at place: String) {
            let boxes = Mirror(reflecting: view).children.compactMap { ($0.value as? any StandInKept)?.standInBox }
            guard !boxes.isEmpty else { return }
            let key = place + " \(type(of: view))"
            seen.insert(key)
            if let before = keptStates[key] {
                for (box, old) in zip(boxes, before) where box !== old { box.kept = old }
            } else {
                keptStates[key] = boxes
            }
        }

        private func note(_ view: any View, in environment: EnvironmentValues, part: StandInPart) {
            if let text = view as? Text { texts.append(text.standInText) }
            if let section = view as? any StandInTitled { texts.append(section.standInText) }
            if let button = view as? Button {
                buttons.append(
                    Press(
                        title: button.standInText, isEnabled: environment.isEnabled, isProminent: part.isProminent,
                        isDestructive: button.standInRole == .destructive, action: button.standInAction))
            }
            if let link = view as? Link { texts.append(link.standInText) }
            if let progress = view as? ProgressView {
                isBusy = true
                texts += [progress.standInText].compactMap { $0 }
            }
        }

        private func put<Leaf: UIViewRepresentable>(_ leaf: Leaf, at place: String) -> UIView {
            let context = UIViewRepresentableContext<Leaf>()
            let view = kept[place] as? Leaf.UIViewType ?? leaf.makeUIView(context: context)
            kept[place] = view
            leaf.updateUIView(view, context: context)
            return view
        }
    }

    /// A part with a heading.
    @MainActor
    protocol StandInTitled {
        var standInText: String { get }
    }

    extension Section: StandInTitled {}
#endif
