import { gzipSync } from 'node:zlib';
import { openTileReader } from '#db/tiles/tile-reader.ts';
import { lowerPriority } from '#flows/low-priority.ts';
import { warmUp } from '#lib/tiles/make-tile.ts';
import { packTile } from '#lib/tiles/stored-tile.ts';
import { TileFiles } from './tile-files.ts';
import type { MakerReply, MakerSettings, TileOrder } from './tile-maker.ts';

/**
 * The process that makes tiles, started by `tile-maker.ts`. It takes one order at a time, replies with the body to be sent,
 * and ends with the process that started it.
 */
lowerPriority();
const { databaseFile, folder, mostBytes, sharers } = JSON.parse(process.argv[2] ?? '{}') as MakerSettings;
const reader = openTileReader(databaseFile);
const files = new TileFiles(folder, mostBytes, sharers);

process.on('message', ({ id, versionId, look, address, file }: TileOrder) => {
  reply(id, () => {
    const making = reader.make(versionId, look, address);
    if (making.outcome !== 'made' && making.outcome !== 'empty') return { outcome: making.outcome };
    const made = making.outcome === 'made' ? making.body : new Uint8Array();
    const body = address.format === 'mvt' && made.length > 0 ? gzipSync(made) : made;
    files.store(file, packTile(body));
    return { outcome: 'made', body };
  });
});
process.once('disconnect', () => process.exit(0));
if (process.argv[3] === 'warm up') warmUp();

function reply(id: number, make: () => MakerReply['made']): void {
  let made: MakerReply['made'];
  try {
    made = make();
  } catch (fault) {
    made = { outcome: 'failed', reason: fault instanceof Error ? fault.message : String(fault) };
  }
  process.send?.({ id, made } satisfies MakerReply);
}
