import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { closeDatabase, openDatabase } from '#db/client.ts';
import { seededRandom } from '#lib/demonstration/random.ts';
import { generateRegister } from './generated/names.ts';
import { type SeededCoverage, seedAccess, seedCoverage, seedRegister } from './generated/seed.ts';
import { type Part, settlementShapes, vertexCount } from './generated/shapes.ts';

/** The key of the benchmark; its databases exist only on this machine and while it runs. */
export const benchKey = 'BenchmarkKeyBenchmarkKeyBenchmarkKey0001';

/** How much is generated. */
export interface Scale {
  readonly names: number;
  /** Share of the settlements that are served, in the order of a fixed shuffle. */
  readonly settlements: number;
}

export const fullScale: Scale = { names: 750_000, settlements: 1 };
export const quickScale: Scale = { names: 50_000, settlements: 0.05 };

/** The databases that are measured: everything, the same with few towns, and an empty one. */
export interface BenchData {
  /** The folder of the databases. */
  readonly folder: string;
  readonly source: string;
  readonly settlements: readonly Part[];
  readonly fewSettlements: readonly Part[];
  readonly full: string;
  readonly small: string;
  readonly empty: string;
  readonly seededFull: SeededCoverage;
  readonly seededSmall: SeededCoverage;
}

/** About how many vertices the small coverage has; it has the same layers and offers at a point, but fewer towns. */
const fewVertices = 100_000;
/** How many layers serve a settlement. */
const layersEach = 13;

/** Makes the databases in `folder`, or takes those of an earlier run. */
export async function seedData(folder: string, scale: Scale): Promise<BenchData> {
  const places = settlementsOf(scale.settlements);
  const { settlements, fewSettlements } = places;
  const file = (name: string) => join(folder, `${name}.db`);
  const data = { folder, ...places, full: file('full'), small: file('small'), empty: file('empty') };
  const stateFile = join(folder, 'seeded.json');
  try {
    const { scale: seededScale, ...seeded } = JSON.parse(readFileSync(stateFile, 'utf8'));
    if (JSON.stringify(seededScale) === JSON.stringify(scale)) return { ...data, ...seeded };
  } catch {
    // nothing there yet
  }
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const nowMs = Date.now();
  for (const name of [data.full, data.small, data.empty]) seedAccess(name, benchKey, nowMs);
  seedRegister(data.full, generateRegister(scale.names, nowMs), nowMs);
  const seededFull = await seedCoverage(data.full, settlements, nowMs);
  const seededSmall = await seedCoverage(data.small, fewSettlements, nowMs);
  writeFileSync(stateFile, JSON.stringify({ scale, seededFull, seededSmall }));
  return { ...data, seededFull, seededSmall };
}

/** The names of the generated register. */
export function registeredNames({ full }: Pick<BenchData, 'full'>): string[] {
  const database = openDatabase(full);
  try {
    return database.reader.sqlite.prepare<[], string>('SELECT name FROM domain').pluck().all();
  } finally {
    closeDatabase(database);
  }
}

/** This share of the settlements, and the few of the small coverage; the same at each call. */
export function settlementsOf(share: number): Pick<BenchData, 'source' | 'settlements' | 'fewSettlements'> {
  const { source, parts } = settlementShapes();
  const settlements = shuffled(parts).slice(0, Math.ceil(parts.length * share));
  return { source, settlements, fewSettlements: fewOf(settlements) };
}

function shuffled(parts: readonly Part[]): Part[] {
  const random = seededRandom(5);
  return parts
    .map((part) => ({ part, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ part }) => part);
}

/** Settlements with about 100,000 vertices in all layers together; those too large to fit are skipped. */
function fewOf(settlements: readonly Part[]): Part[] {
  let left = fewVertices / layersEach;
  return settlements.filter((part) => {
    const vertices = vertexCount(part);
    if (vertices > left) return false;
    left -= vertices;
    return true;
  });
}
