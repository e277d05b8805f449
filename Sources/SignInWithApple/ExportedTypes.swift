// The types of JSONWebTokens in this module's interface, and those with which a backend checks the access tokens of the
// sign-in service. They come with this module, so that nobody has to import the other one.
@_exported public import struct JSONWebTokens.CompactJWS
@_exported public import struct JSONWebTokens.JSONNumber
@_exported public import struct JSONWebTokens.JSONObject
@_exported public import enum JSONWebTokens.JSONValue
@_exported public import struct JSONWebTokens.JSONWebKeySet
@_exported public import struct JSONWebTokens.SigningKey
@_exported public import struct JSONWebTokens.SigningKeyError
@_exported public import struct JSONWebTokens.TokenFormatError
@_exported public import struct JSONWebTokens.VerificationKey
