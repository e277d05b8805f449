"""What others build on: the public Swift interface, the HTTP API and the database schema."""
