"""A certificate authority for one check."""

from .started import run


class Authority:
    """A new authority, and a certificate of it for some names: `fullchain.pem` and `privkey.pem` in its folder."""

    def __init__(self, folder, names):
        folder.mkdir()
        self.folder, self.certificate = folder, folder / "authority.pem"
        key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"]
        run("openssl", "req", "-x509", *key, "-subj", "/CN=First day", "-keyout", folder / "authority.key", "-out", self.certificate)
        alternatives = ",".join(f"DNS:{name}" for name in names)
        run(
            "openssl",
            "req",
            "-x509",
            *key,
            "-subj",
            f"/CN={names[0]}",
            "-addext",
            f"subjectAltName={alternatives}",
            "-addext",
            "basicConstraints=critical,CA:FALSE",
            "-CA",
            self.certificate,
            "-CAkey",
            folder / "authority.key",
            "-keyout",
            folder / "privkey.pem",
            "-out",
            folder / "leaf.pem",
        )
        (folder / "fullchain.pem").write_bytes((folder / "leaf.pem").read_bytes() + self.certificate.read_bytes())
