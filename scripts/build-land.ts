/**
 * Makes the built-in map, `public/land`, from GSHHG at full resolution. Needs Debian's `netcdf-bin`, and the folder of
 * `gmt-gshhg-full`, which need not be installed:
 *
 *     apt-get download gmt-gshhg-full && dpkg-deb -x gmt-gshhg-full_*.deb gshhg
 *     node scripts/build-land.ts gshhg/usr/share/gmt-gshhg
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { squareName, squareSide } from '#lib/map/layers/land-outline.ts';
import { clipLine, clipRing, simplifyLine, simplifyRing } from './land/clip.ts';
import { type Frame, type Position, readRivers, readShores, type Shore } from './land/gshhg.ts';
import { packLand, packLine } from './pack-land.ts';

const folder = new URL('../public/land/', import.meta.url);

/** New Zealand with the Chatham Islands and those in the far south. */
const frame: Frame = { west: 164, east: 186, south: -54, north: -32 };

/** The overview, for zooms at which a pixel is at least 230 m. */
const overview = { stepsPerDegree: 1000, metres: 330, leastSquareDegrees: 4e-5 };
/** The details: a step is 8 to 11 m. */
const detail = { stepsPerDegree: 10_000, metres: 12 };
/** How far areas go on beyond their square, in degrees, so that no gap shows between two. */
const overlap = 0.01;

interface World {
  readonly shores: readonly Shore[];
  readonly rivers: readonly (readonly Position[])[];
}

function ringsOf({ shores }: World, levels: readonly number[]): (readonly Position[])[] {
  return shores.filter(({ level }) => levels.includes(level)).map(({ ring }) => ring);
}

/** Every island of some size, the one with the longest coast first. */
function overviewOf(world: World) {
  const large = ringsOf(world, [1]).filter((ring) => squareDegreesOf(ring) >= overview.leastSquareDegrees);
  const rings = large.map((ring) => simplifyRing(ring, overview.metres)).filter((ring) => ring !== undefined);
  rings.sort((a, b) => b.length - a.length);
  return packLand(rings, overview.stepsPerDegree);
}

/** What is in a square; undefined for nothing but sea. */
function squareOf(world: World, west: number, south: number) {
  const exact = { west, south, east: west + squareSide, north: south + squareSide };
  const wide = grown(exact, overlap);
  const areas = (levels: readonly number[]) =>
    ringsOf(world, levels)
      .map((ring) => clipRing(ring, wide))
      .filter(({ length }) => length > 0)
      .map((ring) => packLine(ring, detail.stepsPerDegree));
  const lines = (all: readonly (readonly Position[])[]) =>
    all.flatMap((line) => clipLine(line, exact)).map((line) => packLine(line, detail.stepsPerDegree));
  const land = areas([1]);
  if (land.length === 0) return undefined;
  return {
    stepsPerDegree: detail.stepsPerDegree,
    land,
    lakes: areas([2, 4]),
    islands: areas([3]),
    coast: lines(ringsOf(world, [1])),
    rivers: lines(world.rivers),
  };
}

function grown({ west, east, south, north }: Frame, by: number): Frame {
  return { west: west - by, east: east + by, south: south - by, north: north + by };
}

function squareDegreesOf(ring: readonly Position[]): number {
  let twice = 0;
  ring.forEach(([x, y], at) => {
    const [beforeX, beforeY] = ring.at(at - 1) ?? [x, y];
    twice += beforeX * y - x * beforeY;
  });
  return Math.abs(twice) / 2;
}

async function readWorld(source: string): Promise<World> {
  const shores = await readShores(source, frame);
  const rivers = await readRivers(source, frame);
  return {
    shores: shores.flatMap(({ level, ring }) => {
      const simple = simplifyRing(ring, detail.metres);
      return simple === undefined ? [] : [{ level, ring: simple }];
    }),
    rivers: rivers.map(({ line }) => simplifyLine(line, detail.metres)),
  };
}

const [source] = process.argv.slice(2);
if (source === undefined) throw new Error('Name the folder of gmt-gshhg-full: node scripts/build-land.ts FOLDER');
const world = await readWorld(source);
rmSync(folder, { recursive: true, force: true });
mkdirSync(new URL('squares/', folder), { recursive: true });
const squares: string[] = [];
for (let south = frame.south; south < frame.north; south += squareSide) {
  for (let west = frame.west; west < frame.east; west += squareSide) {
    const square = squareOf(world, west, south);
    if (square === undefined) continue;
    const name = squareName(west, south);
    squares.push(name);
    writeFileSync(new URL(`squares/${name}.json`, folder), `${JSON.stringify(square)}\n`);
  }
}
writeFileSync(new URL('nz.json', folder), `${JSON.stringify({ ...overviewOf(world), squares })}\n`);
