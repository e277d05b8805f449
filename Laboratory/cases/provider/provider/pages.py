"""The forms of an HTML page."""

import html.parser


class Form:
    def __init__(self, attributes):
        self.action, self.method = attributes.get("action") or "", (attributes.get("method") or "get").upper()
        self.fields, self.buttons = [], []

    def names(self):
        return {name for name, _ in self.fields}

    def submissions(self):
        """What the form sends, once for each button."""
        return [self.fields + [button] for button in self.buttons if button[0]] or [self.fields]


class Page(html.parser.HTMLParser):
    def __init__(self, source):
        super().__init__()
        self.forms, self.inside = [], None
        self.feed(source)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag == "form":
            self.inside = Form(attributes)
            self.forms.append(self.inside)
        elif self.inside and tag in ("input", "button"):
            pair = attributes.get("name"), attributes.get("value") or ""
            if tag == "button" or attributes.get("type") == "submit":
                self.inside.buttons.append(pair)
            elif pair[0]:
                self.inside.fields.append(pair)

    def handle_endtag(self, tag):
        if tag == "form":
            self.inside = None
