import type { Bench } from '#bench/bench.ts';
import type { Requests } from '#bench/contest/requests.ts';
import { benchKey } from '#bench/data.ts';
import { type AskedPoint, generatePoints } from '#bench/generated/points.ts';
import { kindsInTurn } from '#bench/measure/rounds.ts';
import type { Row } from '#bench/measure/row.ts';
import { closeDatabase, openDatabase } from '#db/client.ts';
import { replaceList } from '#flows/places/import-places.ts';
import { addressIdOf } from '#lib/places/address-id.ts';
import { dayOf } from '#lib/time/auckland.ts';
import { cpuRow } from './cost-rows.ts';
import { pointRequests } from './points.ts';

const mostAddresses = 10_000;

/** A point of version 2.0, and an address, compared with the same point of version 1.0 on the same server. */
export async function versionsPart(bench: Bench): Promise<Row[]> {
  const { settlements, full } = bench.data;
  const points = generatePoints(settlements, Math.min(bench.points, mostAddresses));
  await seedAddresses(full, points);
  const server = await bench.watea('Wātea', full);
  const requests = [pointRequests(points), secondRequests(points), addressRequests(points), pastRequests(points)];
  const [first = [], second = [], address = [], past = []] = await kindsInTurn(server, requests, bench.effort);
  await bench.stopContestants();
  return [
    cpuRow('a point of version 2.0', second, 'of version 1.0', first, { most: 1.1 }),
    cpuRow('a point as of a day', past, 'of version 2.0', second, { most: 1.1 }),
    cpuRow('an address', address, 'its point of version 1.0', first, { most: 1.3 }),
  ];
}

function secondRequests(points: readonly AskedPoint[]): Requests {
  const targets = points.map(({ y, x }) => `/api/2.0/availability/${y}/${x}?api_key=${benchKey}`);
  return { targets, leastBytes: 300 };
}

/** The same points as of today, which are answered as of any day whose version is kept. */
function pastRequests(points: readonly AskedPoint[]): Requests {
  const { targets, ...rest } = secondRequests(points);
  return { ...rest, targets: targets.map((target) => `${target}&as_of=${dayOf(Date.now())}`) };
}

function addressRequests(points: readonly AskedPoint[]): Requests {
  const targets = points.map((_, at) => {
    const id = addressIdOf({ id: at + 1, name: nameAt(at), addressId: undefined });
    return `/api/2.0/availability/address/${id}?api_key=${benchKey}`;
  });
  return { targets, leastBytes: 300 };
}

/** Names in the order of their numbers, so that the list numbers its addresses from 1 in this order. */
const nameAt = (at: number) => `${mostAddresses + at} Rātā Street, Naenae, Lower Hutt`;

async function seedAddresses(databaseFile: string, points: readonly AskedPoint[]): Promise<void> {
  const database = openDatabase(databaseFile);
  const addresses = points.map(({ y, x }, at) => ({
    name: nameAt(at),
    detail: '',
    latitude: Number(y),
    longitude: Number(x),
    isMaori: false,
    isServed: true,
    rank: 0,
  }));
  const options = { source: 'bench', nowMs: Date.now(), sha256: () => '' };
  await replaceList(database.writer, 'addresses', addresses, options);
  closeDatabase(database);
}
