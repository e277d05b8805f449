module sample

go 1.19

require github.com/apple-id-emulator/apple-id-emulator-go v0.1.0
