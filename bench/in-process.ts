import { coverageLookup } from '#db/broadband/lookup.ts';
import { closeDatabase, openDatabase } from '#db/client.ts';
import { callerReader } from '#lib/access/caller.ts';
import { Settlements } from '#lib/access/limit/limits.ts';
import { now } from '#lib/clock.ts';
import { settings } from '#lib/env.ts';
import type { Exchange } from '#lib/http/exchange.ts';
import { publicPaths } from '#lib/http/public-paths.ts';
import type { ApiRequest } from '#lib/http/target.ts';
import { admitKey } from '#server/access/broadband-gate.ts';
import { setUpSingleProcessLimits } from '#server/access/limits.ts';
import { usage } from '#server/usage/usage.ts';
import { type BenchData, benchKey, settlementsOf } from './data.ts';
import { generateCoverage } from './generated/coverage.ts';
import { type AskedPoint, generatePoints } from './generated/points.ts';
import { seededOfferIds } from './generated/seed.ts';
import { type Spread, spreadOfValues } from './measure/measure.ts';
import { type OfferedPart, RTree } from './rtree.ts';

/** CPU microseconds of one call of each kind, inside one process. */
export interface InProcess {
  readonly lookup: Spread;
  readonly lookupSmall: Spread;
  readonly rtree: Spread;
  readonly rtreePieces: number;
  /** How many points differ, because the R-tree's pieces are rounded. */
  readonly rtreeDiffers: number;
  readonly wholePolygons: Spread;
  readonly gate: Spread;
}

type Asked = Pick<BenchData, 'full' | 'small'> & {
  readonly share: number;
  readonly points: number;
  readonly rounds: number;
};

/** `node bench/in-process.ts JSON`: measures calls inside this process; prints an `InProcess` as JSON. */
const asked = JSON.parse(process.argv[2] ?? '') as Asked;
const { settlements, fewSettlements } = settlementsOf(asked.share);

/** The median CPU time of a call, over some rounds of all points, after one round to warm up. */
function cpuOf<T>(items: readonly T[], call: (item: T) => unknown): Spread {
  for (const item of items) call(item);
  return spreadOfValues(
    Array.from({ length: asked.rounds }, () => {
      const before = process.cpuUsage();
      for (const item of items) call(item);
      const { user, system } = process.cpuUsage(before);
      return (user + system) / items.length;
    }),
  );
}

function lookupOf(file: string, points: readonly AskedPoint[]): Spread {
  const database = openDatabase(file);
  try {
    const lookup = coverageLookup(database.reader);
    return cpuOf(points, ({ unitX, unitY }) => lookup.offersAt({ x: unitX, y: unitY }));
  } finally {
    closeDatabase(database);
  }
}

function* offeredParts(): Generator<OfferedPart> {
  const ids = seededOfferIds(asked.full);
  for (const { layer, offer, parts } of generateCoverage(settlements).content()) {
    for (const rings of parts) yield { offer: ids[layer]?.[offer] ?? 0, rings };
  }
}

function rtreeOf(points: readonly AskedPoint[]) {
  const tree = new RTree(offeredParts(), 64);
  const database = openDatabase(asked.full);
  const lookup = coverageLookup(database.reader);
  const differing = points.filter(
    ({ unitX, unitY }) => tree.offersAt(unitX, unitY).join() !== lookup.offersAt({ x: unitX, y: unitY }).join(),
  );
  const rtree = cpuOf(points, ({ unitX, unitY }) => tree.offersAt(unitX, unitY));
  const found = { rtree, rtreePieces: tree.pieces, rtreeDiffers: differing.length / points.length };
  closeDatabase(database);
  tree.close();
  return found;
}

function wholePolygons(points: readonly AskedPoint[]): Spread {
  const tree = new RTree(offeredParts(), Infinity);
  const spread = cpuOf(points, ({ unitX, unitY }) => tree.offersAt(unitX, unitY));
  tree.close();
  return spread;
}

/** What every request with a key does before and after its answer: check the key and the limit, and count its use. */
function gateOf(points: readonly AskedPoint[]): Spread {
  process.env.DATABASE_URL = `file:${asked.full}`;
  setUpSingleProcessLimits(new Settlements());
  const caller = callerReader(settings().trustedProxies)('127.0.0.1', []);
  const headers = { get: () => null };
  return cpuOf(points, ({ y, x }) => {
    const request: ApiRequest = {
      method: 'GET',
      path: `/api/1.0/availability/yx/${y}/${x}`,
      query: `api_key=${benchKey}`,
      headers,
    };
    const exchange: Exchange = {
      caller,
      requestId: '',
      headFault: undefined,
      readBody: () => Promise.resolve(null),
      subject: undefined,
      accountId: 0,
    };
    const admitted = admitKey(request, exchange, publicPaths.broadbandAvailability);
    if (admitted instanceof Promise || !admitted.ok) throw new Error('The key was refused.');
    usage().count('broadband', exchange.accountId, 200, 0.1, caller, now());
  });
}

const points = generatePoints(settlements, asked.points);
const measured: InProcess = {
  lookup: lookupOf(asked.full, points),
  lookupSmall: lookupOf(asked.small, generatePoints(fewSettlements, asked.points)),
  ...rtreeOf(points),
  wholePolygons: wholePolygons(points.slice(0, 1000)),
  gate: gateOf(points),
};
process.stdout.write(`${JSON.stringify(measured)}\n`, () => process.exit(0));
