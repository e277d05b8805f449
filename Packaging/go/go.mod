module github.com/apple-id-emulator/apple-id-emulator-go

go 1.19
