# Built by Scripts/package, which sets the version, and the platform of a gem with the program.
Gem::Specification.new do |spec|
  spec.name = "apple-id-emulator"
  spec.version = ENV.fetch("GEM_VERSION")
  spec.platform = ENV.fetch("GEM_PLATFORM", "ruby")
  spec.summary = "An emulator of Sign in with Apple for tests, with a helper for RSpec"
  spec.description = "Sign-in pages, tokens, keys, revocation, notifications, Apple's refusals, and faults on demand, on your own machine."
  spec.authors = ["Sign in with Apple maintainers"]
  spec.license = "Apache-2.0"
  spec.required_ruby_version = ">= 3.0"
  spec.files = Dir["lib/**/*.rb", "exe/*", "libexec/*", "README.md", "LICENSE", "THIRD-PARTY-LICENSES.txt", "bill-of-materials.cdx.json"]
  spec.bindir = "exe"
  spec.executables = ["apple-id-emulator"]
end
