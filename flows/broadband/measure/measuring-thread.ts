/** Measures a version beside the thread that draws its map. */
import { parentPort, workerData } from 'node:worker_threads';
import { damageIn } from '#lib/readiness.ts';
import { measureFigures, type ThreadMessage, type ThreadOrder } from './measure-figures.ts';

const { databaseFile, versionId, missing } = workerData as ThreadOrder;
const say = (message: ThreadMessage) => parentPort?.postMessage(message);

try {
  const progress = { onProgress: (_: string, done: number, total: number) => say({ done, total }) };
  const file = { sqlite: { name: databaseFile } };
  for await (const measured of measureFigures(file, versionId, missing, progress)) say({ measured });
} catch (fault) {
  const damage = damageIn(fault);
  if (damage === undefined) throw fault;
  say({ damage });
}
