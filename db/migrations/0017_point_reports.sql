-- What visitors say is wrong at a point, with the answer they were shown, for staff to work through. The e-mail address
-- is deleted after 90 days.
CREATE TABLE point_report (
  id INTEGER PRIMARY KEY,
  created_at INTEGER NOT NULL,
  y INTEGER NOT NULL,
  x INTEGER NOT NULL,
  what TEXT NOT NULL,
  email TEXT,
  shown TEXT NOT NULL,
  answer TEXT NOT NULL,
  version_id INTEGER,
  state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'done')),
  note TEXT NOT NULL DEFAULT '',
  handled_by TEXT,
  handled_at INTEGER
);

CREATE INDEX point_report_with_email ON point_report (created_at) WHERE email IS NOT NULL;
CREATE INDEX point_report_by_state ON point_report (state, created_at);
