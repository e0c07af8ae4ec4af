-- What the map's tiles are drawn from: each layer generalised by degrees and cut to squares (lib/tiles/grid.ts).
CREATE TABLE coverage_piece (
  layer_id INTEGER NOT NULL,
  level INTEGER NOT NULL,
  tile INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  body BLOB NOT NULL,
  PRIMARY KEY (layer_id, level, tile, seq)
) WITHOUT ROWID;

-- A layer whose pieces are all there, how they were made, and the box of its areas in units of 1e-7 degree.
CREATE TABLE coverage_drawing (
  layer_id INTEGER PRIMARY KEY REFERENCES coverage_layer (id) ON DELETE CASCADE,
  form INTEGER NOT NULL,
  min_x INTEGER,
  min_y INTEGER,
  max_x INTEGER,
  max_y INTEGER,
  bytes INTEGER NOT NULL
);
