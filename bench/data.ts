import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { closeDatabase, openDatabase } from '#db/client.ts';
import { seededRandom } from '#lib/demonstration/random.ts';
import { type SeededCoverage, seedAccess, seedCoverage, seedRegister } from './generated/lay.ts';
import { generateRegister } from './generated/names.ts';
import { type Part, settlementShapes, vertexCount } from './generated/shapes.ts';

/** The key of the benchmark; its databases stand on this machine alone, and only while it runs. */
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
  /** Where the databases stand. */
  readonly folder: string;
  readonly source: string;
  readonly settlements: readonly Part[];
  readonly fewSettlements: readonly Part[];
  readonly full: string;
  readonly small: string;
  readonly empty: string;
  readonly laid: SeededCoverage;
  readonly seededSmall: SeededCoverage;
}

/** Vertices of the small coverage, about: the same layers and offers a point, fewer towns. */
const fewVertices = 100_000;
/** Layers that serve a settlement. */
const layersEach = 13;

/** Lays the databases into `folder`, or takes those that an earlier run has laid there. */
export async function seedData(folder: string, scale: Scale): Promise<BenchData> {
  const places = settlementsOf(scale.settlements);
  const { settlements, fewSettlements } = places;
  const file = (name: string) => join(folder, `${name}.db`);
  const data = { folder, ...places, full: file('full'), small: file('small'), empty: file('empty') };
  const remembered = join(folder, 'laid.json');
  try {
    const { scale: laidScale, ...laid } = JSON.parse(readFileSync(remembered, 'utf8'));
    if (JSON.stringify(laidScale) === JSON.stringify(scale)) return { ...data, ...laid };
  } catch {
    // nothing stands there yet
  }
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const nowMs = Date.now();
  for (const name of [data.full, data.small, data.empty]) seedAccess(name, benchKey, nowMs);
  seedRegister(data.full, generateRegister(scale.names, nowMs), nowMs);
  const laid = await seedCoverage(data.full, settlements, nowMs);
  const seededSmall = await seedCoverage(data.small, fewSettlements, nowMs);
  writeFileSync(remembered, JSON.stringify({ scale, laid, seededSmall }));
  return { ...data, laid, seededSmall };
}

/** The names of the register as it was laid. */
export function registeredNames({ full }: Pick<BenchData, 'full'>): string[] {
  const database = openDatabase(full);
  try {
    return database.reader.sqlite.prepare<[], string>('SELECT name FROM domain').pluck().all();
  } finally {
    closeDatabase(database);
  }
}

/** The settlements of a coverage, this share of all, and the few of the small one; the same at each call. */
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

/** Settlements of some 100,000 vertices in all layers together; those too large to fit are passed over. */
function fewOf(settlements: readonly Part[]): Part[] {
  let left = fewVertices / layersEach;
  return settlements.filter((part) => {
    const vertices = vertexCount(part);
    if (vertices > left) return false;
    left -= vertices;
    return true;
  });
}
