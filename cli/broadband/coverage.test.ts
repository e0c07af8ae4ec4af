import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Command } from 'commander';
import { expect, onTestFinished, test } from 'vitest';
import { runCommandLine } from '#cli/command-line.ts';
import type { Ran } from '#tests/support/command-line.ts';
import { wateaInProcess as watea } from '#tests/support/command-line-in-process.ts';
import { collection, feature, square } from '#tests/support/files/coverage-files.ts';
import { dbf, nztmPrj, shapefileZip, shp } from '#tests/support/files/shapefile.ts';
import { makeFolder } from '#tests/support/files/temporary-folder.ts';
import { addCoverageCommands } from './coverage.ts';

/** A folder with a migrated database and some files; `run` runs `watea coverage …` there. */
async function makeWorkspace() {
  const folder = makeFolder();
  onTestFinished(folder.remove);
  const environment = { DATABASE_URL: `file:${join(folder.path, 'watea.db')}`, WATEA_NOW: '2026-11-20T12:00:00+13:00' };
  await watea(['migrate'], environment);
  const write = (name: string, content: object | Buffer) => {
    const path = join(folder.path, name);
    writeFileSync(path, Buffer.isBuffer(content) ? content : JSON.stringify(content));
    return path;
  };
  /** After `-` the last argument is standard input. */
  const run = (...args: string[]): Promise<Ran> =>
    args.includes('-')
      ? watea(['coverage', ...args.slice(0, -1)], environment, args.at(-1))
      : watea(['coverage', ...args], environment);
  return { path: folder.path, write, run };
}

const bare = { type: 'Polygon', coordinates: [square(174, -41)] };
const asFibre = [
  '--technology',
  'fibre',
  '--provider',
  'Tūī Fibre',
  '--availability',
  'Available',
  '--timing-id',
  '3',
  '--min-down',
  '100',
  '--max-down',
  '950',
  '--min-up',
  '20',
  '--max-up',
  '500',
  '--url',
  'https://tui.example/',
];

test('a file is imported, listed, published, rolled back and deleted', async () => {
  const { write, run } = await makeWorkspace();
  const towns = write('towns.geojson.gz', gzipSync(JSON.stringify(bare)));

  expect(await run('list')).toEqual({
    status: 0,
    stdout: 'No coverage yet. To import some: npm run watea -- coverage import FILE\n',
    stderr: '',
  });
  const imported = await run('import', towns, ...asFibre, '--new-provider');
  expect(imported.stdout).toMatch(
    /^Version 1 is ready\. To publish it: npm run watea -- coverage publish 1\n {2}Fibre of Tūī Fibre, delivery "towns": 1 offer, 1 area, 5 vertices\n {2}Tūī Fibre is a new provider\.\n {2}Read as GeoJSON\. Coordinates: EPSG:4326 \(WGS 84\); nothing is converted\.\n {2}1 feature read\./,
  );
  expect(await run('publish', '1')).toEqual({
    status: 0,
    stdout: 'Version 1 is published; no version was before.\n',
    stderr: '',
  });

  const farms = write(
    'farms.geojson',
    collection(feature({ AVAILABLE: 'Planned', availability: 'x' }, square(175, -41))),
  );
  const mapped = ['--map', 'availability=AVAILABLE', '--new-provider', '--publish', '--json'];
  const second = JSON.parse((await run('import', farms, ...mapped)).stdout);
  expect(second).toMatchObject({
    version: 2,
    base: 1,
    published: true,
    newProviders: ['One'],
    features: 1,
    vertices: 5,
  });

  const listed = JSON.parse((await run('list', '--json')).stdout);
  expect(listed).toMatchObject({
    published: 2,
    versions: [
      { version: 2, state: 'published', layers: [{ provider: 'One', delivery: 'farms' }, { provider: 'Tūī Fibre' }] },
      { version: 1, state: 'was published', createdAt: expect.stringMatching(/^2026-11-20T12:00:\d\d\+13:00$/) },
    ],
  });
  expect((await run('rollback')).stdout).toBe('Version 1 is published again; version 2 no longer is.\n');
  expect((await run('delete', '2')).stdout).toBe('Version 2 is deleted.\n');
  const left = await run('list');
  expect(left.stdout).toMatch(/^version +state +made +on +layers/);
  expect(left.stdout).toContain(
    'Version 1 is published:\n  layer 1, Fibre of Tūī Fibre, delivery "towns": 1 area, 5 vertices, from towns.geojson.gz\n',
  );
});

test('a zipped Shapefile in metres is imported using its .prj file, or --crs', async () => {
  const { write, run } = await makeWorkspace();
  const ring = [
    [1748735, 5427916],
    [1748735, 5428000],
    [1749000, 5427916],
    [1748735, 5427916],
  ];
  const parts = { shp: shp([[ring]]), dbf: dbf([{ name: 'provider' }], [['Tūī Fibre']]), cpg: 'UTF-8' };
  const declared = write('declared.zip', shapefileZip({ ...parts, prj: nztmPrj }));
  const bare = write('bare.zip', shapefileZip(parts));
  const [, , , , ...rest] = asFibre;
  const options = ['--technology', 'Fibre', ...rest, '--new-provider'];

  const first = await run('import', declared, ...options);
  expect(first.stdout).toContain(
    '  Fibre of Tūī Fibre, delivery "towns": 1 offer, 1 area, 4 vertices\n' +
      '  Tūī Fibre is a new provider.\n' +
      '  Read as Shapefile. Coordinates: EPSG:2193 (NZTM2000), according to the .prj file; NZGD2000 is treated as WGS 84, accurate to within 2 m.\n' +
      '  Text was read as UTF-8, according to the .cpg file.\n' +
      '  1 feature read. Coordinates are stored to 0.0000001 degrees.\n' +
      '  4 positions were converted to degrees and then rounded once, to 0.0000001 degrees (11 mm).\n',
  );
  expect(await run('import', bare, ...options)).toEqual({
    status: 1,
    stdout: '',
    stderr:
      'The coordinates are not longitude and latitude: they range from 1748735 to 1749000 and from 5427916 to 5428000. They may be metres of a map projection, but the file does not say which. One of these may be right: --crs EPSG:2193 (NZTM2000) would put the centre less than 1 km from Wellington.\n',
  });
  const asked = JSON.parse((await run('import', bare, '--crs', 'EPSG:2193', ...options, '--json')).stdout);
  expect(asked).toMatchObject({
    format: 'Shapefile',
    positionsConverted: 4,
    projection: { code: 2193, name: 'NZTM2000', accuracyMetres: 2, swapped: false, declaredBy: null },
  });
  const unknown = await run('import', bare, '--crs', 'EPSG:3793');
  expect(unknown.status).toBe(2);
  expect(unknown.stderr).toContain('It must be one of EPSG:2193 (NZTM2000),');
});

const ownWords = {
  type: 'Feature',
  properties: { ISP: 'Kea Net', TECH: 'FTTH', STATUS: 'Y', PLAN: '900/500' },
  geometry: { type: 'Polygon', coordinates: [square(174, -41)] },
};

test("a file in a provider's own words is inspected, then imported as proposed", async () => {
  const { path, write, run } = await makeWorkspace();
  const towns = write('towns.geojson', ownWords);
  const inspected = await run('inspect', towns);
  expect(inspected).toEqual({
    status: 0,
    stderr: '',
    stdout: [
      'Read as GeoJSON. Coordinates: EPSG:4326 (WGS 84); nothing is converted.',
      '1 feature, 1 area, 5 vertices.',
      'Columns:',
      '  "ISP" in 1: "Kea Net"',
      '  "TECH" in 1: "FTTH"',
      '  "STATUS" in 1: "Y"',
      '  "PLAN" in 1: "900/500"',
      'Fields:',
      '  technology from "TECH" (to be confirmed): its name says so; its values are technologies: "FTTH"; "FTTH" means Fibre',
      '  provider from "ISP" (to be confirmed): its name says so; "Kea Net" is unknown',
      '  availability from "STATUS" (to be confirmed): its name says so; its values say whether there is coverage: "Y"; "Y" means Available',
      '  bandwidth_max_mbps from "PLAN[first]" (to be confirmed): its values are pairs such as 900/500: down, then up',
      '  bandwidth_up_max_mbps from "PLAN[second]" (to be confirmed): its values are pairs such as 900/500: down, then up',
      '  bandwidth_min_mbps: no column seems to be it; use --min-down or --map bandwidth_min_mbps=COLUMN, unless the provider has a default',
      '  bandwidth_up_min_mbps: no column seems to be it; use --min-up or --map bandwidth_up_min_mbps=COLUMN, unless the provider has a default',
      "To import it like this: --map technology=TECH --value technology:FTTH=Fibre --map provider=ISP --map availability=STATUS --value availability:Y=Available --map 'bandwidth_max_mbps=PLAN[first]' --map 'bandwidth_up_max_mbps=PLAN[second]', or --as-proposed",
      '',
    ].join('\n'),
  });
  const lowest = ['--min-down', '100', '--min-up', '20', '--new-provider'];
  expect((await run('import', towns, ...lowest)).stderr).toContain('The file has no column named technology');
  const proposed = await run('import', towns, ...lowest, '--as-proposed', '--publish', '--json');
  expect(JSON.parse(proposed.stdout)).toMatchObject({
    version: 1,
    layers: [{ technology: 'Fibre', provider: 'Kea Net' }],
  });

  const meant = [
    '--map',
    'provider=ISP',
    '--map',
    'technology=TECH',
    '--value',
    'technology:FTTH=VDSL',
    '--availability',
    'Planned',
  ];
  const speeds = ['--map', 'bandwidth_max_mbps=PLAN[first]', '--map', 'bandwidth_up_max_mbps=PLAN[second]', ...lowest];
  const piped = await run('import', '-', ...meant, ...speeds, '--json', JSON.stringify(ownWords));
  expect(JSON.parse(piped.stdout)).toMatchObject({
    version: 2,
    layers: [{ technology: 'VDSL', delivery: 'standard input' }],
  });
  expect(readdirSync(path).filter((name) => name.includes('scratch'))).toEqual([]);

  expect((await run('import', towns, '--value', 'technology:FTTH')).stderr).toContain(
    'It must be written as FIELD:FROM=TO.',
  );
});

test('a refusal exits with 1 and gives the place and the reason', async () => {
  const { write, run } = await makeWorkspace();
  const towns = write('towns.geojson', bare);
  const wrong = write('wrong.geojson', collection(feature({ availability: 'Soon' }, square(174, -41))));
  const place = 'feature 1, line 1';
  const sentence = 'availability: "Soon" is not one of Available, Underway, Planned, Not Available.';
  const cases: [args: string[], stderr: string][] = [
    [['import', wrong, '--new-provider'], `The file has 1 fault. Nothing was imported.\n  ${place}: ${sentence}\n`],
    [
      ['import', towns, ...asFibre],
      '"Tūī Fibre" is not a known provider. Check the spelling, or use --new-provider to add it.\n',
    ],
    [
      ['import', towns, ...asFibre, '--as-of', '2026-11-21'],
      'The coverage cannot be as of 21 November 2026, which is in the future: today is 20 November 2026.\n',
    ],
    [['publish', '9'], 'There is no coverage version 9.\n'],
    [['delete', '9'], 'There is no coverage version 9.\n'],
    [['rollback'], 'No coverage is published.\n'],
  ];
  for (const [args, stderr] of cases) expect(await run(...args)).toEqual({ status: 1, stdout: '', stderr });

  const { status, stderr } = await run('import', wrong, '--new-provider', '--json');
  expect({ status, refusal: JSON.parse(stderr) }).toEqual({
    status: 1,
    refusal: {
      error: 'The file has 1 fault. Nothing was imported.',
      faults: [{ where: place, message: sentence }],
      total: 1,
    },
  });
});

test('a version based on an older one is not published, but rebuilt for checking', async () => {
  const { write, run } = await makeWorkspace();
  for (const [name, provider] of Object.entries({ a: 'One', b: 'Two' })) {
    const file = write(`${name}.geojson`, collection(feature({ provider }, square(174, -41))));
    expect((await run('import', file, '--new-provider')).status).toBe(0);
  }
  await run('publish', '1');
  expect(await run('publish', '2')).toEqual({
    status: 1,
    stdout: '',
    stderr: expect.stringMatching(
      /^Version 2 was made on no version, but version 1 has been published since\. Version 3 has its changes on top of that; to publish it: npm run watea -- coverage publish 3\n {2}Fibre: .*unchanged 93\.\d\d km² \(93\.\d\d km² by other offers\).*\n {2}Fibre of One: .*\n {2}Fibre of Two: .* all new\n$/,
    ),
  });
  expect((await run('publish', '3')).stdout).toBe('Version 3 is published; version 1 was before.\n');

  const last = write('c.geojson', collection(feature({ provider: 'Three' }, square(174, -41))));
  await run('import', last, '--new-provider');
  await run('rollback');
  expect((await run('publish', '4', '--force')).stdout).toBe('Version 5 is published; version 1 was before.\n');
});

test('a version whose base is no longer published says so, and is rebuilt and published in one step if little goes', async () => {
  const { write, run } = await makeWorkspace();
  const importOf = (provider: string, longitude: number, ...options: string[]) => {
    const path = write('towns.geojson', collection(feature({ provider }, square(longitude, -41))));
    return run('import', path, '--new-provider', ...options);
  };
  await importOf('One', 174, '--publish');
  await importOf('Two', 175);
  await importOf('One', 170, '--replace');
  await importOf('Three', 176, '--publish');

  const { stdout } = await run('show', '2');
  expect(stdout).toMatch(/^Version 2 waits to be rebuilt, as version 4 has been published since,/);
  expect(stdout).toContain('"coverage publish 2 --rebuild" makes its changes again on that and publishes them.');
  expect((await run('publish', '2', '--rebuild')).stdout).toBe('Version 5 is published; version 4 was before.\n');
  // what takes away much is still asked about
  const refused = await run('publish', '3', '--rebuild');
  expect([refused.status, refused.stdout]).toEqual([1, '']);
  expect(refused.stderr).toMatch(/^Version 6 would take away 33\.\d % of Fibre’s area /);
});

test('a delivery is named, dated, flagged when old, and retired', async () => {
  const { write, run } = await makeWorkspace();
  const towns = write('towns.geojson', bare);
  const dated = ['--delivery', 'network', '--as-of', '2025-11-01', '--new-provider', '--publish'];
  expect((await run('import', towns, ...asFibre, ...dated)).stdout).toContain(
    'Fibre of Tūī Fibre, delivery "network": 1 offer',
  );
  const layer =
    'layer 1, Fibre of Tūī Fibre, delivery "network": 1 area, 5 vertices, from towns.geojson, as of 2025-11-01';
  expect((await run('list')).stdout).toContain(`${layer} (old: 384 days)\n`);
  expect((await run('policy', '--flag-after', '384')).stdout).toBe('Layers are flagged after 384 days.\n');
  expect((await run('list')).stdout).toContain(`${layer}\n`);

  expect(await run('retire', '7')).toEqual({
    status: 1,
    stdout: '',
    stderr: 'The published version 1 has no layer 7; "coverage list" shows them.\n',
  });
  expect((await run('retire', '1')).stdout).toContain(
    'Version 2 is ready. To publish it: npm run watea -- coverage publish 2\n  It is version 1 without Fibre of Tūī Fibre, delivery "network".\nNow its areas are measured and its map is drawn; nothing waits for that.\nAreas, against version 1:\n  Fibre: 0.00 km²; gained 0.00 km², lost 93.',
  );
  const refused = await run('publish', '2');
  expect({ status: refused.status, stdout: refused.stdout }).toEqual({ status: 1, stdout: '' });
  expect(refused.stderr).toMatch(
    /^Version 2 would take away 100\.0 % of Fibre’s area \(93\.\d\d km² of 93\.\d\d km²\)\. Check it with "coverage show 2"; to publish it anyway: npm run watea -- coverage publish 2 --force\n$/,
  );
  expect((await run('publish', '2', '--force')).stdout).toBe('Version 2 is published; version 1 was before.\n');
  const shown = (await run('show', '2')).stdout;
  expect(shown).toMatch(
    /^Version 2 is published, made on version 1 by command line at 2026-11-20 12:00:\d\d\+13:00\.\n/,
  );
  expect(shown).toContain(
    '\n  - layer 1, Fibre of Tūī Fibre, delivery "network"\nAreas, against version 1:\n  Fibre: 0.00 km²',
  );
  expect(shown).toMatch(/Points whose answer changes:\n( {2}-40\.9\d*\/174\.0\d*: Fibre lost\n){20}$/);
  expect(JSON.parse((await run('show', '2', '--json')).stdout)).toMatchObject({
    comparison: { baseId: 1, areas: [{ technology: 'Fibre' }, { provider: 'Tūī Fibre' }] },
  });
});

/** Runs the command in this process. For commands that end before the database is opened. */
async function runInProcess(...args: string[]): Promise<{ status: number; text: string }> {
  let text = '';
  const collect = (more: string) => {
    text += more;
  };
  const program = new Command('watea').configureOutput({ writeOut: collect, writeErr: collect });
  addCoverageCommands(program);
  return { status: await runCommandLine(program, ['coverage', ...args]), text };
}

test.each<[args: string[], text: string]>([
  [['import'], "missing required argument 'file'"],
  [['import', 'x', '--availability', 'Soon'], 'Allowed choices are Available, Underway, Planned, Not Available'],
  [['import', 'x', '--wholesale', 'Y'], 'Allowed choices are Yes, No, Both'],
  [['import', 'x', '--min-down', 'fast'], '"fast" is not a number (Mbps).'],
  [['import', 'x', '--max-up=-1'], '"-1" is negative.'],
  [['import', 'x', '--timing-id', '1.5'], '"1.5" is not a whole number.'],
  [['import', 'x', '--url', 'ftp://x'], '"ftp://x" is not a web address that begins with http:// or https://.'],
  [['import', 'x', '--map', 'speed=MAX'], 'The field must be one of technology, provider,'],
  [['import', 'x', '--map', 'technology'], 'It must be written as FIELD=COLUMN.'],
  [['import', 'x', '--map', 'url=A', '--map', 'url=B'], 'url is mapped twice.'],
  [['import', 'x', '--add', '--replace'], "option '--add' cannot be used with option '--replace'"],
  [['import', 'x', '--replace', '--replace-all'], "option '--replace' cannot be used with option '--replace-all'"],
  [['publish', 'x'], 'It must be a version’s number, as "coverage list" shows it.'],
  [['publish'], "missing required argument 'version'"],
  [['withdraw'], "unknown command 'withdraw'"],
  [['retire', 'fibre'], 'It must be a layer’s number, as "coverage list" shows it.'],
  [['import', 'x', '--as-of', 'May'], 'Enter a day from the year 2000 on, such as 2026-11-20.'],
  [['import', 'x', '--delivery', ' '], 'It is empty.'],
  [['policy', '--flag-after', '0'], 'It must be a whole number from 1 to 99,999.'],
])('wrong usage exits with 2 and lists the options: %j', async (args, text) => {
  const ran = await runInProcess(...args);
  expect(ran).toEqual({ status: 2, text: expect.stringContaining(text) });
});

test.each([['import'], ['list'], ['publish'], ['rollback'], ['show'], ['retire'], ['delete'], ['policy']])(
  'coverage %s has help',
  async (command) => {
    expect(await runInProcess(command, '--help')).toEqual({ status: 0, text: expect.stringContaining('--json') });
  },
);
