-- compatible
-- Areas of which figures are made, such as the territorial authorities: a set replaces the one of its name as a whole.
CREATE TABLE area_set (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  -- in addresses
  slug TEXT NOT NULL UNIQUE,
  source TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  attribution TEXT NOT NULL,
  imported_at INTEGER NOT NULL,
  -- moves with each file
  revision INTEGER NOT NULL
);
-- The rings of an area are kept as they are measured; its outline, an SVG path, as it is drawn.
CREATE TABLE area (
  set_id INTEGER NOT NULL REFERENCES area_set (id) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  name TEXT NOT NULL,
  slug TEXT NOT NULL,
  parts BLOB NOT NULL,
  outline TEXT NOT NULL,
  PRIMARY KEY (set_id, number)
);
-- A version that was measured for a set. It stays when the version is removed: a series grows.
CREATE TABLE area_measurement (
  id INTEGER PRIMARY KEY,
  set_id INTEGER NOT NULL REFERENCES area_set (id) ON DELETE CASCADE,
  version_id INTEGER NOT NULL,
  published_at INTEGER NOT NULL,
  measured_at INTEGER NOT NULL,
  -- of the set
  revision INTEGER NOT NULL,
  -- the number of the list of addresses; null where none was loaded
  address_list INTEGER
);
CREATE UNIQUE INDEX area_measurement_of_version ON area_measurement (set_id, version_id);
-- What of an area a version reaches. The area is kept by name, so that it stays when a set is replaced.
CREATE TABLE area_figure (
  measurement_id INTEGER NOT NULL REFERENCES area_measurement (id) ON DELETE CASCADE,
  slug TEXT NOT NULL,
  name TEXT NOT NULL,
  -- within the service area, on the ellipsoid
  square_metres REAL NOT NULL,
  addresses INTEGER,
  reached TEXT NOT NULL,
  PRIMARY KEY (measurement_id, slug)
) WITHOUT ROWID;
