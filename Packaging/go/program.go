package appleidemulator

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
)

const name = "apple-id-emulator"

// Program returns the path of the program: the one that APPLE_ID_EMULATOR names, or one on PATH. A module contains none.
func Program() (string, error) {
	if named := os.Getenv("APPLE_ID_EMULATOR"); named != "" {
		if found, err := os.Stat(named); err != nil || !found.Mode().IsRegular() || found.Mode()&0o111 == 0 {
			return "", &StartError{fmt.Sprintf("APPLE_ID_EMULATOR names %s, which is not a program.", named)}
		}
		return named, nil
	}
	found, err := exec.LookPath(name)
	if err != nil {
		return "", &StartError{fmt.Sprintf("This package has no %s for %s-%s. Install one of its packages or build it from source, "+
			"and put it on PATH or name it in APPLE_ID_EMULATOR.", name, runtime.GOOS, runtime.GOARCH)}
	}
	return found, nil
}
