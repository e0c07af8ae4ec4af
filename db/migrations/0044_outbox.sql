-- compatible
-- Mails and webhooks that wait, were sent or failed. `claimed_until`: a process is sending it and has until then.
CREATE TABLE outbox_message (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL,
  channel TEXT NOT NULL,
  recipient TEXT NOT NULL,
  subject TEXT NOT NULL,
  body TEXT,
  is_secret INTEGER NOT NULL,
  state TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  next_attempt_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  claimed_until INTEGER NOT NULL DEFAULT 0,
  ended_at INTEGER,
  fault TEXT
);
CREATE INDEX outbox_message_due ON outbox_message (state, next_attempt_at);
CREATE INDEX outbox_message_created ON outbox_message (created_at);
