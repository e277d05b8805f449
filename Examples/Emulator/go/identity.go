// Package sample checks the identity tokens that Apple gave an app.
package sample

import (
	"crypto"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"net/http"
	"strings"
	"time"
)

// Why a token is refused.
var (
	ErrNotApples = errors.New("not signed by Apple")
	ErrNotOurs   = errors.New("for somebody else")
	ErrTooOld    = errors.New("too old")
	ErrNonce     = errors.New("of another sign-in")
)

// Identity knows where Apple's keys are, who issues tokens, and for which app.
type Identity struct {
	Keys, Issuer, App string
}

// Claims are what Apple says of a person.
type Claims struct {
	Iss, Aud, Sub, Email, Nonce string
	Exp                         int64
}

// Verify returns the claims of a token of this sign-in. Another error than those above says that Apple cannot be reached.
func (i Identity) Verify(token, nonce string) (Claims, error) {
	parts := strings.Split(token, ".")
	if len(parts) != 3 {
		return Claims{}, ErrNotApples
	}
	var header struct{ Kid string }
	var claims Claims
	signature, err := base64.RawURLEncoding.DecodeString(parts[2])
	if err != nil || decode(parts[0], &header) != nil || decode(parts[1], &claims) != nil {
		return Claims{}, ErrNotApples
	}
	key, err := i.key(header.Kid)
	if err != nil {
		return Claims{}, err
	}
	digest := sha256.Sum256([]byte(parts[0] + "." + parts[1]))
	switch {
	case rsa.VerifyPKCS1v15(key, crypto.SHA256, digest[:], signature) != nil:
		return Claims{}, ErrNotApples
	case claims.Iss != i.Issuer || claims.Aud != i.App:
		return Claims{}, ErrNotOurs
	case claims.Exp <= time.Now().Unix():
		return Claims{}, ErrTooOld
	case claims.Nonce != nonce:
		return Claims{}, ErrNonce
	}
	return claims, nil
}

func (i Identity) key(id string) (*rsa.PublicKey, error) {
	answer, err := http.Get(i.Keys)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("Apple's keys: %s", answer.Status)
	}
	var set struct{ Keys []struct{ Kid, N, E string } }
	if err := json.NewDecoder(answer.Body).Decode(&set); err != nil {
		return nil, err
	}
	for _, key := range set.Keys {
		if key.Kid == id {
			return &rsa.PublicKey{N: number(key.N), E: int(number(key.E).Int64())}, nil
		}
	}
	return nil, ErrNotApples
}

func number(text string) *big.Int {
	octets, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		return new(big.Int)
	}
	return new(big.Int).SetBytes(octets)
}

func decode(part string, value any) error {
	text, err := base64.RawURLEncoding.DecodeString(part)
	if err != nil {
		return err
	}
	return json.Unmarshal(text, value)
}
