-- compatible
-- Which account a subject of an OpenID Connect issuer signs in to. `staff_id` null: the account was removed, and the
-- subject is refused until somebody connects it to another account.
CREATE TABLE staff_identity (
  issuer TEXT NOT NULL,
  subject TEXT NOT NULL,
  staff_id INTEGER REFERENCES staff (id) ON DELETE SET NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (issuer, subject)
) STRICT, WITHOUT ROWID;
CREATE INDEX staff_identity_staff ON staff_identity (staff_id);
-- Whether the session was begun by OpenID Connect, and whether the provider has checked two factors.
ALTER TABLE staff_session ADD COLUMN is_openid INTEGER NOT NULL DEFAULT 0;
ALTER TABLE staff_session ADD COLUMN is_two_factor INTEGER NOT NULL DEFAULT 0;
