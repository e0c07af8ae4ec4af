import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** Longitude from 0 to 360, and latitude, in degrees. */
export type Position = readonly [number, number];

/** A closed shore: of land in the sea (1), a lake (2), an island in a lake (3) or a pond on it (4). */
export interface Shore {
  readonly level: number;
  /** Its last point equals the first. */
  readonly ring: readonly Position[];
}

/** The part of the world that is read, in whole degrees. */
export interface Frame {
  readonly west: number;
  readonly east: number;
  readonly south: number;
  readonly north: number;
}

/** The grid of points within a square of one degree. */
const steps = 65_535;

/** An open or closed line on the grid of the whole world. */
interface Line {
  readonly key: string;
  readonly level: number;
  readonly points: (readonly [number, number])[];
}

/** The shores of GSHHG that lie completely in the frame, joined from those in each square of a degree. */
export async function readShores(folder: string, frame: Frame): Promise<Shore[]> {
  const info = 'Embedded_npts_levels_exit_entry_for_a_segment';
  const file = await readVariables(join(folder, 'binned_GSHHS_f.nc'), [
    ...squareNames,
    ...pointNames,
    info,
    'Id_of_GSHHS_ID',
  ]);
  const lines = linesOf(file, frame, (segment) => {
    const packed = at(file[info], segment);
    const level = (packed >> 6) & 7;
    return { count: packed >> 9, level, key: `${at(file.Id_of_GSHHS_ID, segment)} ${level}` };
  });
  return joinRings(lines).map(({ level, points }) => ({ level, ring: points.map(degreesOf) }));
}

/** The rivers of the World Data Bank II in the frame; those of the first levels are the largest. */
export async function readRivers(folder: string, frame: Frame): Promise<{ level: number; line: Position[] }[]> {
  const names = ['N_points_for_a_segment', 'Hierarchial_level_of_a_segment'];
  const file = await readVariables(join(folder, 'binned_river_f.nc'), [...squareNames, ...pointNames, ...names]);
  const lines = linesOf(file, frame, (segment) => {
    const level = at(file.Hierarchial_level_of_a_segment, segment);
    return { count: at(file.N_points_for_a_segment, segment), level, key: String(level) };
  });
  return lines.map(({ level, points }) => ({ level, line: points.map(degreesOf) }));
}

const squareNames = ['Id_of_first_segment_in_a_bin', 'N_segments_in_a_bin', 'Id_of_first_point_in_a_segment'];
const pointNames = ['Relative_longitude_from_SW_corner_of_bin', 'Relative_latitude_from_SW_corner_of_bin'];

type Segment = Readonly<{ count: number; level: number; key: string }>;

function linesOf(file: Record<string, Int32Array>, frame: Frame, read: (segment: number) => Segment): Line[] {
  const lines: Line[] = [];
  for (let south = frame.south; south < frame.north; south++) {
    for (let west = frame.west; west < frame.east; west++) {
      const square = (89 - south) * 360 + west;
      const first = at(file.Id_of_first_segment_in_a_bin, square);
      for (let segment = first; segment < first + at(file.N_segments_in_a_bin, square); segment++) {
        const { count, ...line } = read(segment);
        const from = at(file.Id_of_first_point_in_a_segment, segment);
        const points = Array.from({ length: count }, (_, add): [number, number] => [
          west * steps + (at(file.Relative_longitude_from_SW_corner_of_bin, from + add) & 0xffff),
          south * steps + (at(file.Relative_latitude_from_SW_corner_of_bin, from + add) & 0xffff),
        ]);
        lines.push({ ...line, points });
      }
    }
  }
  return lines;
}

/** Joins lines at their ends, which lie on the borders of squares; what cannot be closed crosses the frame and is left out. */
function joinRings(lines: readonly Line[]): Line[] {
  const rings = lines.filter(isClosed);
  const open = new Set(lines.filter((line) => !isClosed(line)));
  const ends = new Map<string, Set<Line>>();
  const endsOf = (line: Line) => [line.points[0], line.points.at(-1)].map((end) => `${line.key} ${end}`);
  for (const line of open) for (const end of endsOf(line)) ends.set(end, (ends.get(end) ?? new Set()).add(line));
  for (const start of open) {
    open.delete(start);
    const points = [...start.points];
    for (;;) {
      if (String(points[0]) === String(points.at(-1))) break;
      const next = [...(ends.get(`${start.key} ${points.at(-1)}`) ?? [])].find((line) => open.has(line));
      if (next === undefined) break;
      open.delete(next);
      const isForward = String(next.points[0]) === String(points.at(-1));
      points.push(...(isForward ? next.points : next.points.toReversed()).slice(1));
    }
    const line = { ...start, points };
    if (isClosed(line)) rings.push(line);
  }
  return rings;
}

function isClosed({ points }: Line): boolean {
  return points.length > 3 && String(points[0]) === String(points.at(-1));
}

function degreesOf([x, y]: readonly [number, number]): Position {
  return [x / steps, y / steps];
}

function at(values: Int32Array | undefined, index: number): number {
  const value = values?.[index];
  if (value === undefined) throw new Error(`The file has no value ${index}.`);
  return value;
}

/** ncdump writes `_` for the number with which NetCDF fills shorts that nobody set, although here somebody did. */
const fillOfShorts = -32_767;

/**
 * Reads integer variables of a NetCDF file with `ncdump`, of Debian's package `netcdf-bin`.
 *
 * @throws Error when the tool is missing or the file has no such variable
 */
async function readVariables(file: string, names: readonly string[]): Promise<Record<string, Int32Array>> {
  const tool = spawn('ncdump', ['-v', names.join(','), file], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(tool, 'close') as Promise<[number]>;
  const read: Record<string, Int32Array> = {};
  let pending = '';
  let isData = false;
  let current: number[] | undefined;
  let name = '';
  for await (const chunk of tool.stdout) {
    pending += String(chunk);
    const lines = pending.split('\n');
    pending = lines.pop() ?? '';
    for (const line of lines) {
      if (line === 'data:') isData = true;
      if (!isData) continue;
      const opening = /^ (\w+) =(.*)$/.exec(line);
      if (opening !== null) {
        name = opening[1] ?? '';
        current = [];
      }
      if (current === undefined) continue;
      const text = opening?.[2] ?? line;
      for (const number of text.match(/-?\d+|_/g) ?? []) current.push(number === '_' ? fillOfShorts : Number(number));
      if (!text.endsWith(';')) continue;
      read[name] = Int32Array.from(current);
      current = undefined;
    }
  }
  const [code] = await ended;
  if (code !== 0) throw new Error(`ncdump ended with ${code}`);
  return read;
}
