"""Lets schemathesis send mail messages, which are text."""

import schemathesis

schemathesis.serializer.alias("message/rfc822", "text/plain")
