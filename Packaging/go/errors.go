package appleidemulator

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
)

// ErrCanceled is in the tree of a SignInError if the person did not confirm. An app gets ASAuthorizationError.canceled.
var ErrCanceled = errors.New("canceled")

// A StartError says why no emulator runs: the program could not be found, ended, or said nothing in time. It holds what
// the program wrote.
type StartError struct{ message string }

func (e *StartError) Error() string { return e.message }

// A CallError is a call that the emulator refused.
type CallError struct {
	// Path is that of the call, without /_emulator.
	Path string
	// Status is that of the answer.
	Status int
	// Code is the stable code of the refusal, or empty.
	Code string

	said string
}

func (e *CallError) Error() string { return fmt.Sprintf("%s: %d: %s", e.Path, e.Status, e.said) }

func newCallError(path string, status int, answer []byte) *CallError {
	var refusal struct{ Error, Message string }
	failure := &CallError{Path: path, Status: status, said: string(answer)}
	if json.Unmarshal(answer, &refusal) == nil && refusal.Error+refusal.Message != "" {
		failure.Code, failure.said = refusal.Error, refusal.Message
		if failure.said == "" {
			failure.said = refusal.Error
		}
	}
	return failure
}

// A SignInError is what an app gets from the sheet instead of a credential.
type SignInError struct {
	// Name is that of the code, such as canceled.
	Name string
	// Domain and Code are those of the error that the app gets.
	Domain string
	Code   int
}

func (e *SignInError) Error() string { return fmt.Sprintf("%s %d", e.Domain, e.Code) }

// Is reports whether the person cancelled, for ErrCanceled.
func (e *SignInError) Is(target error) bool { return target == ErrCanceled && e.Name == "canceled" }

// An EventsMissedError says that more than a thousand events came since the last wait, so the one that was waited for may
// be among the lost.
type EventsMissedError struct{ Missed int }

func (e *EventsMissedError) Error() string {
	return fmt.Sprintf("%d events are no longer kept", e.Missed)
}

// A TimeoutError says that no such event came in time.
type TimeoutError struct{ message string }

func (e *TimeoutError) Error() string { return e.message }

// Is lets a TimeoutError be a context.DeadlineExceeded.
func (e *TimeoutError) Is(target error) bool { return target == context.DeadlineExceeded }
