// Package appleidemulator runs apple-id-emulator, which takes Apple's place in tests of Sign in with Apple. It is not
// Apple's, and not for production. In tests, use the package appleidemulatortest.
package appleidemulator

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"syscall"
	"time"
)

// Becomes the program, beside a child that ends it, and removes its folder ($0), when standard input ends: when the test that
// started it does, even by SIGKILL.
const watcher = `exec 3<&0; (while read -r line <&3; do :; done; kill -0 "$$" && rm -rf "$0"; kill "$$") >/dev/null 2>&1 & ` +
	`exec "$@" </dev/null 3<&-`

const (
	patience = 30 * time.Second
	grace    = 10 * time.Second
)

// Options say how an emulator starts.
type Options struct {
	// Arguments are the program's options, such as --strict.
	Arguments []string
	// Limit is how long the start may take; thirty seconds by default.
	Limit time.Duration
}

// Facts are what the program says of itself. Without --config among the options it has an example.
type Facts struct {
	// BaseURL takes the place of https://appleid.apple.com.
	BaseURL string `json:"base_url"`
	// Issuer is the iss of its tokens.
	Issuer string `json:"issuer"`
	// TeamID, KeyID and KeyFile are those of the example, for client secrets.
	TeamID  string `json:"team_id"`
	KeyID   string `json:"key_id"`
	KeyFile string `json:"key_file"`
	// App is the bundle ID of the example's app.
	App string `json:"app"`
	// Service is the Services ID of the example.
	Service string `json:"service"`

	ControlURL  string `json:"control_url"`
	LoopbackURL string `json:"loopback_url"`
}

// An Emulator is a running program. Besides the example's people maya, tomas and aiko, every emulator has test people, such
// as declined and no-email, whose name decides what happens when they sign in. Its methods can be called from several
// goroutines.
type Emulator struct {
	Facts

	control  string
	folder   string
	command  *exec.Cmd
	input    io.Closer
	ended    chan struct{}
	stopping sync.Once

	lock     sync.Mutex
	position int64
}

// Start starts an emulator on a free port of this machine. It ends with this process, even if nobody stops it.
func Start(options Options) (*Emulator, error) {
	program, err := Program()
	if err != nil {
		return nil, err
	}
	folder, err := os.MkdirTemp("", name+"-")
	if err != nil {
		return nil, err
	}
	emulator := &Emulator{folder: folder, ended: make(chan struct{})}
	output, err := emulator.launch(program, options.Arguments)
	if err != nil {
		os.RemoveAll(folder)
		return nil, err
	}
	if options.Limit == 0 {
		options.Limit = patience
	}
	if err := emulator.readFacts(output, options.Limit); err != nil {
		emulator.Stop()
		return nil, err
	}
	return emulator, nil
}

func (e *Emulator) launch(program string, arguments []string) (io.Reader, error) {
	words := append([]string{"-c", watcher, e.folder, program}, arguments...)
	if !contains(arguments, "--listen") {
		words = append(words, "--listen", "127.0.0.1:0")
	}
	if !contains(arguments, "--config") && !contains(arguments, "--keys-in") {
		words = append(words, "--keys-in", e.folder)
	}
	log, err := os.Create(e.log())
	if err != nil {
		return nil, err
	}
	defer log.Close()
	e.command = exec.Command("/bin/sh", words...)
	e.command.Stderr = log
	input, err := e.command.StdinPipe()
	if err != nil {
		return nil, err
	}
	output, err := e.command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	e.input = input
	return output, e.command.Start()
}

// readFacts waits for the line of JSON that the program prints once it listens. The line and the end come from one
// goroutine, since a process may only be waited for when its output was read.
func (e *Emulator) readFacts(output io.Reader, limit time.Duration) error {
	lines := make(chan string, 1)
	go func() {
		reader := bufio.NewReader(output)
		if line, err := reader.ReadString('\n'); err == nil {
			lines <- line
		}
		io.Copy(io.Discard, reader)
		e.command.Wait()
		close(e.ended)
	}()
	select {
	case line := <-lines:
		return e.learn(line)
	case <-e.ended:
		return e.failed(fmt.Sprintf("%s ended with %d", name, e.command.ProcessState.ExitCode()))
	case <-time.After(limit):
		return e.failed(fmt.Sprintf("%s said nothing within %s seconds", name, seconds(limit)))
	}
}

func (e *Emulator) learn(line string) error {
	if err := json.Unmarshal([]byte(line), &e.Facts); err != nil {
		return e.failed(fmt.Sprintf("%s began with %q", name, line))
	}
	e.control = e.BaseURL
	for _, address := range []string{e.LoopbackURL, e.ControlURL} {
		if address != "" {
			e.control = address
		}
	}
	return nil
}

func (e *Emulator) failed(message string) error { return &StartError{message + "\n" + e.Errors()} }

// Errors returns what the program has written to standard error: its log.
func (e *Emulator) Errors() string {
	text, err := os.ReadFile(e.log())
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err.Error()
	}
	return string(text)
}

// Stop ends the program. A second call does nothing.
func (e *Emulator) Stop() {
	e.stopping.Do(func() {
		e.command.Process.Signal(syscall.SIGTERM)
		select {
		case <-e.ended:
		case <-time.After(grace):
			e.command.Process.Kill()
			<-e.ended
		}
		e.input.Close()
		os.RemoveAll(e.folder)
	})
}

func (e *Emulator) log() string { return filepath.Join(e.folder, "standard-error") }

func contains(words []string, word string) bool {
	for _, candidate := range words {
		if candidate == word {
			return true
		}
	}
	return false
}

func seconds(duration time.Duration) string {
	return strconv.FormatFloat(duration.Seconds(), 'g', -1, 64)
}
