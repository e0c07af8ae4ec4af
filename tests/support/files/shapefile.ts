import { type ZipMember, zipOf } from './zip-file.ts';

/** Rings of positions; empty for a shape without geometry. */
type Shape = readonly (readonly (readonly number[])[])[] | undefined;

/** A `.shp` file of polygons, by ESRI's Shapefile Technical Description. */
export function shp(shapes: readonly Shape[]): Buffer {
  const records = shapes.map((rings, place) => {
    const content = rings === undefined ? Buffer.alloc(4) : polygon(rings);
    const head = Buffer.alloc(8);
    head.writeInt32BE(place + 1, 0);
    head.writeInt32BE(content.length / 2, 4);
    return Buffer.concat([head, content]);
  });
  const body = Buffer.concat(records);
  const head = Buffer.alloc(100);
  head.writeInt32BE(9994, 0);
  head.writeInt32BE((100 + body.length) / 2, 24);
  head.writeInt32LE(1000, 28);
  head.writeInt32LE(5, 32);
  return Buffer.concat([head, body]);
}

function polygon(rings: NonNullable<Shape>): Buffer {
  const positions = rings.flat();
  const content = Buffer.alloc(44 + rings.length * 4 + positions.length * 16);
  content.writeInt32LE(5, 0);
  content.writeInt32LE(rings.length, 36);
  content.writeInt32LE(positions.length, 40);
  let start = 0;
  for (const [place, ring] of rings.entries()) {
    content.writeInt32LE(start, 44 + place * 4);
    start += ring.length;
  }
  for (const [place, [x = 0, y = 0]] of positions.entries()) {
    content.writeDoubleLE(x, 44 + rings.length * 4 + place * 16);
    content.writeDoubleLE(y, 44 + rings.length * 4 + place * 16 + 8);
  }
  return content;
}

export interface DbfColumn {
  readonly name: string;
  readonly type?: 'C' | 'N' | 'L' | 'D' | 'I' | 'O' | 'M';
  readonly length?: number;
}

/** A `.dbf` table. @param rows values as written in the file; an undefined row is marked as deleted */
export function dbf(
  columns: readonly DbfColumn[],
  rows: readonly ((string | Buffer)[] | undefined)[],
  driver = 0,
): Buffer {
  const widths = columns.map(({ length = 80 }) => length);
  const head = Buffer.alloc(32 + columns.length * 32 + 1);
  head[0] = 3;
  head.writeUInt32LE(rows.length, 4);
  head.writeUInt16LE(head.length, 8);
  head.writeUInt16LE(1 + widths.reduce((sum, width) => sum + width, 0), 10);
  head[29] = driver;
  for (const [place, { name, type = 'C' }] of columns.entries()) {
    const at = 32 + place * 32;
    head.write(name.slice(0, 10), at, 'utf8');
    head.write(type, at + 11, 'latin1');
    head[at + 16] = widths[place] ?? 0;
  }
  head[head.length - 1] = 0x0d;
  const bodies = rows.map((row) => {
    const cells = columns.map((_, place) => {
      const cell = Buffer.alloc(widths[place] ?? 0, ' ');
      Buffer.from(row?.[place] ?? '').copy(cell);
      return cell;
    });
    return Buffer.concat([Buffer.from(row === undefined ? '*' : ' '), ...cells]);
  });
  return Buffer.concat([head, ...bodies, Buffer.from([0x1a])]);
}

/** What ESRI's programs and GDAL write for NZTM2000. */
export const nztmPrj =
  'PROJCS["NZGD_2000_New_Zealand_Transverse_Mercator",GEOGCS["GCS_NZGD_2000",DATUM["D_NZGD_2000",SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],PARAMETER["False_Easting",1600000.0],PARAMETER["False_Northing",10000000.0],PARAMETER["Central_Meridian",173.0],PARAMETER["Scale_Factor",0.9996],PARAMETER["Latitude_Of_Origin",0.0],UNIT["Meter",1.0]]';

/** A zip archive with the parts of a Shapefile; an undefined part is left out. */
export function shapefileZip(
  parts: Partial<Record<'shp' | 'dbf' | 'prj' | 'cpg', Buffer | string>>,
  name = 'towns',
): Buffer {
  const members = Object.entries(parts).map(([ending, content]): ZipMember => ({ name: `${name}.${ending}`, content }));
  return zipOf(members);
}
