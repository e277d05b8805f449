"""A sign-in service as FastAPI's and SQLAlchemy's documentation shows it: models, `def` endpoints, a session per
request.

It caches Apple's keys, which many such services do not do. Access tokens are ES256, signed with joserfc.
"""

import argparse
import contextlib
import hashlib
import json
import secrets
import time
import urllib.request
from typing import Annotated

import uvicorn
from fastapi import Depends, FastAPI, HTTPException
from fastapi.security import OAuth2PasswordBearer
from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import ECKey, KeySet
from pydantic import BaseModel
from sqlalchemy import ForeignKey, create_engine, event, select
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column, relationship, sessionmaker

AUDIENCE, ISSUER = "com.example.app", "https://appleid.apple.com"
OURS = "http://fastapi.example"
ATTEMPT_SECONDS, ACCESS_SECONDS, SESSION_SECONDS = 600, 300, 60 * 86_400


class Base(DeclarativeBase):
    pass


class User(Base):
    __tablename__ = "users"
    id: Mapped[int] = mapped_column(primary_key=True)
    subject: Mapped[str] = mapped_column(unique=True)
    email: Mapped[str | None]


class Attempt(Base):
    __tablename__ = "attempts"
    id: Mapped[str] = mapped_column(primary_key=True)
    nonce: Mapped[str]
    expires_at: Mapped[int]


class UserSession(Base):
    __tablename__ = "sessions"
    id: Mapped[int] = mapped_column(primary_key=True)
    user_id: Mapped[int] = mapped_column(ForeignKey("users.id"))
    expires_at: Mapped[int]
    user: Mapped[User] = relationship()


class RefreshToken(Base):
    __tablename__ = "refresh_tokens"
    digest: Mapped[str] = mapped_column(primary_key=True)
    session_id: Mapped[int] = mapped_column(ForeignKey("sessions.id"))
    is_used: Mapped[bool] = mapped_column(default=False)
    session: Mapped[UserSession] = relationship()


class AttemptAnswer(BaseModel):
    attempt: str
    nonce: str


class SignInRequest(BaseModel):
    attempt: str
    identity_token: str


class RefreshRequest(BaseModel):
    refresh_token: str


class Tokens(BaseModel):
    access_token: str
    refresh_token: str
    token_type: str = "bearer"
    expires_in: int = ACCESS_SECONDS


class Account(BaseModel):
    id: int
    email: str | None


parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("--port", type=int, required=True)
parser.add_argument("--emulator", required=True)
parser.add_argument("--database", required=True)
options = parser.parse_args()

# SQLite's lock has a timeout of 30 seconds instead of five, and the pool has no limit instead of fifteen connections.
# Otherwise, with many clients, a session check would hold a connection and wait for a thread, while every thread waits
# for a connection, for half a minute.
is_postgresql = options.database.startswith("postgresql://")
if is_postgresql:
    engine = create_engine(options.database.replace("://", "+psycopg://", 1), pool_size=0)
else:
    engine = create_engine(f"sqlite:///{options.database}", pool_size=0, connect_args={"check_same_thread": False, "timeout": 30})
make_session = sessionmaker(engine)
signing_key = ECKey.generate_key("P-256")
apple = {}
of_apple = jwt.JWTClaimsRegistry(
    iss={"essential": True, "value": ISSUER},
    aud={"essential": True, "value": AUDIENCE},
    exp={"essential": True},
    iat={"essential": True},
    sub={"essential": True},
    nonce={"essential": True},
)
of_ours = jwt.JWTClaimsRegistry(iss={"essential": True, "value": OURS}, aud={"essential": True, "value": OURS}, exp={"essential": True})


@event.listens_for(engine, "connect")
def set_pragmas(connection, _):
    if is_postgresql:
        return
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")


@contextlib.asynccontextmanager
async def lifespan(_):
    Base.metadata.create_all(engine)
    fetch_keys()
    yield


app = FastAPI(lifespan=lifespan)
bearer = OAuth2PasswordBearer(tokenUrl="sign-in")


def get_database():
    with make_session() as database:
        yield database


Database = Annotated[Session, Depends(get_database)]


def fetch_keys():
    with urllib.request.urlopen(f"{options.emulator}/auth/keys") as answer:
        apple["keys"] = KeySet.import_key_set(json.load(answer))


def refused():
    return HTTPException(status_code=401, detail="refused", headers={"WWW-Authenticate": "Bearer"})


def digest_of(text):
    return hashlib.sha256(text.encode()).hexdigest()


def issue(database, session):
    """Returns access token and refresh token. The caller commits."""
    now, refresh = int(time.time()), secrets.token_urlsafe(32)
    database.add(RefreshToken(digest=digest_of(refresh), session_id=session.id))
    access = jwt.encode(
        {"alg": "ES256"},
        {"iss": OURS, "aud": OURS, "sub": str(session.user_id), "sid": session.id, "iat": now, "exp": now + ACCESS_SECONDS},
        signing_key,
    )
    return Tokens(access_token=access, refresh_token=refresh)


@app.post("/attempts")
def begin(database: Database) -> AttemptAnswer:
    attempt = Attempt(id=secrets.token_urlsafe(16), nonce=secrets.token_urlsafe(24), expires_at=int(time.time()) + ATTEMPT_SECONDS)
    answer = AttemptAnswer(attempt=attempt.id, nonce=attempt.nonce)
    database.add(attempt)
    database.commit()
    return answer


@app.post("/sign-in")
def sign_in(request: SignInRequest, database: Database) -> Tokens:
    try:
        claims = jwt.decode(request.identity_token, apple["keys"], algorithms=["RS256"]).claims
        of_apple.validate(claims)
    except (JoseError, ValueError) as error:
        raise refused() from error
    now = int(time.time())
    attempt = database.get(Attempt, request.attempt)
    if attempt is None or attempt.expires_at < now or claims["nonce"] != digest_of(attempt.nonce):
        raise refused()
    # An attempt can be used once.
    database.delete(attempt)
    user = database.scalar(select(User).where(User.subject == claims["sub"]))
    if user is None:
        user = User(subject=claims["sub"], email=claims.get("email"))
        database.add(user)
    session = UserSession(user=user, expires_at=now + SESSION_SECONDS)
    database.add(session)
    database.flush()
    tokens = issue(database, session)
    database.commit()
    return tokens


@app.post("/refresh")
def refresh(request: RefreshRequest, database: Database) -> Tokens:
    known = database.get(RefreshToken, digest_of(request.refresh_token))
    if known is None or known.session.expires_at < time.time():
        raise refused()
    if known.is_used:
        # The token was used before, so it may be stolen, and the session ends.
        known.session.expires_at = 0
        database.commit()
        raise refused()
    known.is_used = True
    tokens = issue(database, known.session)
    database.commit()
    return tokens


def current_session(token: Annotated[str, Depends(bearer)], database: Database) -> UserSession:
    try:
        claims = jwt.decode(token, signing_key, algorithms=["ES256"]).claims
        of_ours.validate(claims)
    except (JoseError, ValueError) as error:
        raise refused() from error
    session = database.get(UserSession, claims["sid"])
    if session is None or session.expires_at < time.time():
        raise refused()
    return session


@app.get("/session")
def read_session(session: Annotated[UserSession, Depends(current_session)]) -> Account:
    return Account(id=session.user.id, email=session.user.email)


if __name__ == "__main__":
    uvicorn.run(app, host="127.0.0.1", port=options.port, log_level="error", access_log=False)
