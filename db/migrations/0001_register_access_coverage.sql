-- What each process may hold in memory, and the value that says whether it still holds the right one.
CREATE TABLE generation (
  subject TEXT PRIMARY KEY,
  value INTEGER NOT NULL,
  changed_at INTEGER NOT NULL
) WITHOUT ROWID;
INSERT INTO generation VALUES ('register', 0, 0), ('allowlist', 0, 0), ('keys', 0, 0), ('coverage', 0, 0), ('technologies', 0, 0);

-- The register: every state a name has had, newest revision last. A reader sees the newest one that is published.
-- superseded says only that a newer published state stands, so that the index need not hold what is long past.
CREATE TABLE domain (
  name TEXT NOT NULL,
  revision INTEGER NOT NULL,
  registered INTEGER,
  cancelled INTEGER,
  free_at INTEGER,
  superseded INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (name, revision)
) WITHOUT ROWID;
CREATE INDEX domain_revision ON domain (revision);
CREATE INDEX domain_pending ON domain (cancelled) WHERE cancelled IS NOT NULL AND free_at IS NULL AND superseded = 0;
CREATE INDEX domain_marked ON domain (free_at) WHERE free_at IS NOT NULL;

CREATE TABLE missing_name (
  name TEXT PRIMARY KEY,
  since_run INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE listed_name (
  name TEXT PRIMARY KEY,
  status TEXT NOT NULL CHECK (status IN ('Prohibited', 'Conflicted', 'Resolved', 'Reserved')),
  reason TEXT NOT NULL DEFAULT ''
) WITHOUT ROWID;

CREATE TABLE register_run (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('merge', 'replace')),
  state TEXT NOT NULL CHECK (state IN ('staging', 'published', 'failed')),
  revision INTEGER NOT NULL,
  base_revision INTEGER NOT NULL,
  source TEXT NOT NULL,
  sha256 TEXT,
  started_at INTEGER NOT NULL,
  ended_at INTEGER,
  holder TEXT NOT NULL,
  heartbeat_at INTEGER NOT NULL,
  counts TEXT NOT NULL DEFAULT '{}'
);

CREATE TABLE release_run (
  schedule_date INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('scheduled', 'catch-up', 'command')),
  ran_at INTEGER NOT NULL,
  free_at INTEGER NOT NULL,
  released INTEGER NOT NULL,
  revision INTEGER NOT NULL
);

-- Access to the registry: by address. Ids are never used twice: what was counted of one must not become another's.
CREATE TABLE registrar (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE COLLATE NOCASE,
  contact_email TEXT NOT NULL DEFAULT '',
  note TEXT NOT NULL DEFAULT '',
  per_second INTEGER,
  enabled INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL
);
CREATE TABLE allowed_network (
  id INTEGER PRIMARY KEY,
  registrar_id INTEGER NOT NULL REFERENCES registrar (id) ON DELETE CASCADE,
  network TEXT NOT NULL UNIQUE,
  note TEXT NOT NULL DEFAULT '',
  valid_from INTEGER,
  valid_until INTEGER,
  created_at INTEGER NOT NULL
);
CREATE INDEX allowed_network_registrar ON allowed_network (registrar_id);

-- Access to broadband: by key.
CREATE TABLE api_user (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  email TEXT NOT NULL UNIQUE COLLATE NOCASE,
  name TEXT NOT NULL DEFAULT '',
  organisation TEXT NOT NULL DEFAULT '',
  note TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL
);
CREATE TABLE api_key (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES api_user (id) ON DELETE CASCADE,
  hash TEXT NOT NULL UNIQUE,
  prefix TEXT NOT NULL,
  label TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL,
  expires_at INTEGER,
  revoked_at INTEGER,
  per_second INTEGER,
  per_day INTEGER,
  origins TEXT
);
CREATE INDEX api_key_user ON api_key (user_id);
CREATE INDEX api_key_prefix ON api_key (prefix);

-- What was used of a limit that lasts a day, so that it survives a restart.
CREATE TABLE day_use (
  day TEXT NOT NULL,
  subject TEXT NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (day, subject)
) WITHOUT ROWID;

-- Coverage: layers hold offers and their areas; a version is a set of layers with a cell index of its own.
CREATE TABLE technology (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE COLLATE NOCASE,
  set_id INTEGER NOT NULL UNIQUE,
  nominal_max_mbps REAL NOT NULL,
  position INTEGER NOT NULL,
  retired_at INTEGER
);
INSERT INTO technology (id, name, set_id, nominal_max_mbps, position) VALUES
  (1, 'Fibre', 1, 1000, 1), (2, 'Cable', 2, 800, 2), (3, 'VDSL', 3, 100, 3), (4, 'Wireless', 4, 50, 4), (5, 'ADSL', 5, 20, 5);

CREATE TABLE provider (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  folded_name TEXT NOT NULL UNIQUE,
  url TEXT NOT NULL DEFAULT '',
  wholesale_network TEXT NOT NULL DEFAULT 'No' CHECK (wholesale_network IN ('Yes', 'No', 'Both')),
  created_at INTEGER NOT NULL,
  pending_version_id INTEGER
);

CREATE TABLE coverage_layer (
  id INTEGER PRIMARY KEY,
  technology_id INTEGER NOT NULL REFERENCES technology (id),
  provider_id INTEGER NOT NULL REFERENCES provider (id),
  delivery TEXT NOT NULL,
  source TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  vertices INTEGER NOT NULL,
  parts INTEGER NOT NULL,
  created_at INTEGER NOT NULL
);
CREATE TABLE coverage_offer (
  id INTEGER PRIMARY KEY,
  layer_id INTEGER NOT NULL REFERENCES coverage_layer (id) ON DELETE CASCADE,
  availability TEXT NOT NULL CHECK (availability IN ('Available', 'Underway', 'Planned', 'Not Available')),
  completion TEXT,
  provider_name TEXT NOT NULL,
  wholesale_network TEXT NOT NULL,
  url TEXT NOT NULL,
  bandwidth_min_mbps REAL NOT NULL,
  bandwidth_max_mbps REAL NOT NULL,
  bandwidth_up_min_mbps REAL NOT NULL,
  bandwidth_up_max_mbps REAL NOT NULL,
  timing_id INTEGER NOT NULL
);
CREATE INDEX coverage_offer_layer ON coverage_offer (layer_id);
CREATE TABLE coverage_part (
  id INTEGER PRIMARY KEY,
  offer_id INTEGER NOT NULL,
  rings BLOB NOT NULL
);
CREATE INDEX coverage_part_offer ON coverage_part (offer_id);

CREATE TABLE coverage_version (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  base_id INTEGER,
  state TEXT NOT NULL CHECK (state IN ('building', 'ready')),
  note TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL,
  heartbeat_at INTEGER NOT NULL,
  published_at INTEGER,
  index_bytes INTEGER
);
CREATE TABLE coverage_version_layer (
  version_id INTEGER NOT NULL REFERENCES coverage_version (id) ON DELETE CASCADE,
  layer_id INTEGER NOT NULL REFERENCES coverage_layer (id),
  PRIMARY KEY (version_id, layer_id)
) WITHOUT ROWID;
CREATE INDEX coverage_version_layer_layer ON coverage_version_layer (layer_id);
-- id = version * 2^36 + the Morton code of the leaf's south-west corner in units of 512
CREATE TABLE coverage_cell (
  id INTEGER PRIMARY KEY,
  body BLOB NOT NULL
);
CREATE TABLE coverage_publication (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('publish', 'rollback')),
  version_id INTEGER NOT NULL,
  replaced_id INTEGER,
  at INTEGER NOT NULL
);

-- Rows of the demonstration data, so that they can be told from everybody else's and removed.
CREATE TABLE demonstration (
  kind TEXT NOT NULL,
  reference TEXT NOT NULL,
  PRIMARY KEY (kind, reference)
) WITHOUT ROWID;
