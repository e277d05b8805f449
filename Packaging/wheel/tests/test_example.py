import base64
import json


def test_a_person_signs_in(apple_id_emulator):
    apple_id_emulator.create_person("ada", first="Ada", last="Lovelace")
    credential = apple_id_emulator.sign_in("ada", nonce="n-1")
    claims = credential.identity_token.split(".")[1]
    claims = json.loads(base64.urlsafe_b64decode(claims + "=" * (-len(claims) % 4)))
    assert claims["iss"] == apple_id_emulator.issuer and claims["aud"] == apple_id_emulator.app
    assert claims["sub"] == credential.user and claims["nonce"] == "n-1" and credential.email == "ada@example.com"
