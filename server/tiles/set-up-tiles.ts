import { settings } from '#lib/env.ts';
import { setProcessWide } from '#lib/process-wide.ts';
import { log } from '#server/process/log.ts';
import { TileMaker } from './tile-maker.ts';
import { TileService } from './tile-service.ts';

/** Sets up the tiles of a process. Workers share the tiles on disk, in a folder beside the database. */
export function setUpTiles(): TileService {
  const { databaseFile, tileCacheBytes, workers } = settings();
  const folder = `${databaseFile}-tiles`;
  const maker = new TileMaker(
    { databaseFile, folder, mostBytes: tileCacheBytes, sharers: workers },
    { error: (event) => log().error(event) },
  );
  const service = new TileService(folder, maker);
  setProcessWide('tile-service', service);
  return service;
}
