// Package appleidemulatortest starts an emulator for a test.
package appleidemulatortest

import (
	"testing"

	appleidemulator "github.com/apple-id-emulator/apple-id-emulator-go"
)

// Start starts an emulator with options of the program, such as --strict, and stops it when the test and its subtests have
// ended. If it does not start, the test fails.
func Start(t testing.TB, arguments ...string) *appleidemulator.Emulator {
	t.Helper()
	emulator, err := appleidemulator.Start(appleidemulator.Options{Arguments: arguments})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(emulator.Stop)
	return emulator
}
