import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Bench } from '#bench/bench.ts';
import { writeJaggedPolygons } from '#bench/jagged-polygons.ts';
import { spreadOfValues } from '#bench/measure/measure.ts';
import { type Row, spreadText } from '#bench/measure/row.ts';
import { insertComparison } from '#db/broadband/comparisons.ts';
import { insertAreaBlocks } from '#db/broadband/measure/area-blocks.ts';
import { getPublishedId } from '#db/broadband/versions.ts';
import { type Connections, closeDatabase, openDatabase } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import { compareVersions, findLosses, inSnapshot } from '#flows/broadband/measure/compare-versions.ts';
import { coverageWithin } from '#flows/broadband/measure/measure-rectangle.ts';
import { sumAreas } from '#flows/broadband/measure/sum-areas.ts';
import { toUnitX, toUnitY } from '#lib/broadband/point.ts';
import type { Box } from '#lib/broadband/rectangle.ts';
import { towns } from '#lib/places/towns.ts';
import { collection, feature, file, importOnly } from '#tests/support/files/coverage-files.ts';

/** How many rectangles are measured. */
const rectangles = 300;

/** Figures of coverage versions, in this process: of jagged polygons, of one town on everything, and of rectangles. */
export async function figuresPart(bench: Bench): Promise<Row[]> {
  const folder = mkdtempSync(join(bench.effort.folder, 'figures-'));
  try {
    const jagged = await withDatabase(join(folder, 'jagged.db'), async (database) => {
      const path = join(folder, 'jagged.geojson');
      writeJaggedPolygons(path, bench.isQuick ? { polygons: 200, vertices: 20_000 } : undefined);
      const { id } = await importOnly(database, file(readFileSync(path)));
      return figuresRow(bench, database, 'all figures of jagged, overlapping polygons', { id, most: 10 });
    });
    const copy = join(folder, 'full.db');
    copyFileSync(bench.data.full, copy);
    const rows = await withDatabase(copy, async (database) => {
      const baseId = await storeFigures(database);
      const { id } = await importOnly(database, file(collection(feature({ provider: 'Bench town' }, townRing()))));
      return [
        await figuresRow(bench, database, 'the differences that one town makes', { id, baseId, most: 1 }),
        await rectanglesRow(database),
      ];
    });
    return [jagged, ...rows];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function withDatabase<T>(path: string, work: (database: Connections) => Promise<T>): Promise<T> {
  const database = openDatabase(path);
  try {
    migrate(database.writer);
    return await work(database);
  } finally {
    closeDatabase(database);
  }
}

/** Measures the published version. @returns its number */
async function storeFigures({ writer }: Connections): Promise<number> {
  const id = getPublishedId(writer.db);
  if (id === undefined) throw new Error('The benchmark has no published coverage.');
  const { comparison } = await inSnapshot(writer, (connection) => compareVersions(connection, id, undefined, {}));
  const blocks = await inSnapshot(writer, (connection) => sumAreas(connection, id, undefined, {}));
  insertComparison(writer.db, id, comparison);
  insertAreaBlocks(writer, id, blocks);
  return id;
}

interface Measured {
  readonly id: number;
  readonly baseId?: number;
  /** The goal, in seconds. */
  readonly most: number;
}

/** What must be confirmed, all figures, and the sums of squares. */
async function figuresRow(bench: Bench, { writer }: Connections, what: string, measured: Measured): Promise<Row> {
  const { id, baseId, most } = measured;
  const seconds: number[] = [];
  for (let round = 0; round < bench.effort.rounds; round++) {
    const startedAt = performance.now();
    for (const figures of [findLosses, compareVersions, sumAreas]) {
      await inSnapshot<unknown>(writer, (connection) => figures(connection, id, baseId, {}));
    }
    seconds.push((performance.now() - startedAt) / 1000);
  }
  const spread = spreadOfValues(seconds);
  return { what, measured: spreadText(spread, 's'), against: '', figure: spread.median, unit: ' s', goal: { most } };
}

async function rectanglesRow({ reader }: Connections): Promise<Row> {
  const times: number[] = [];
  for (let place = 0; place < rectangles; place++) {
    const startedAt = performance.now();
    await coverageWithin(reader, rectangleAround(place));
    times.push(performance.now() - startedAt);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(share * (times.length - 1))] ?? Number.NaN;
  return {
    what: 'an area of 50 × 50 km around a town, p99',
    measured: `median ${at(0.5).toFixed(1)} ms, p99 ${at(0.99).toFixed(1)} ms`,
    against: '',
    figure: at(0.99),
    unit: ' ms',
    goal: { most: 100 },
  };
}

/** A square of 49.9 km around one of the towns, each time a bit further. */
function rectangleAround(place: number): Box {
  const { latitude, longitude } = towns[place % towns.length] ?? { latitude: -41, longitude: 175 };
  const moved = (place / towns.length) * 0.01;
  const [height, width] = [24.95 / 111.1, 24.95 / (111.4 * Math.cos((latitude * Math.PI) / 180))];
  return {
    minX: toUnitX(longitude + moved - width),
    maxX: toUnitX(longitude + moved + width),
    minY: toUnitY(latitude + moved - height),
    maxY: toUnitY(latitude + moved + height),
  };
}

/** A jagged ring of about 3 km around Timaru. */
function townRing(): number[][] {
  const ring = Array.from({ length: 400 }, (_, vertex) => {
    const [angle, radius] = [(2 * Math.PI * vertex) / 400, vertex % 2 === 0 ? 0.03 : 0.027];
    return [171.25 + 1.3 * radius * Math.cos(angle), -44.4 + radius * Math.sin(angle)];
  });
  return [...ring, ...ring.slice(0, 1)];
}
