import type { CommandResult } from '#cli/command-line.ts';
import type { LayerAge } from '#db/broadband/freshness.ts';
import { isKeptVersion, type ListedVersion, type VersionLayer } from '#db/broadband/versions.ts';
import type { ImportedCoverage } from '#flows/broadband/import/import-coverage.ts';
import { importNotes, leftOutLines, number } from '#lib/broadband/import/report-words.ts';
import { counted } from '#lib/counted.ts';
import { formatAuckland, isoAuckland } from '#lib/time/auckland.ts';

/**
 * What an import found and did, for people and as data.
 *
 * @param publishMs how long publishing took; undefined when the version is not published
 */
export function describeImport(imported: ImportedCoverage, publishMs: number | undefined) {
  const { id, baseId, layers, report, newProviders, indexBytes, sha256 } = imported;
  const isPublished = publishMs !== undefined;
  const state = isPublished
    ? `Version ${id} is published.`
    : `Version ${id} is ready. To publish it: npm run watea -- coverage publish ${id}`;
  const [checking, storing, indexing, publishing] = [
    imported.surveyMs,
    imported.storeMs,
    imported.indexMs,
    publishMs ?? 0,
  ].map((ms) => Math.round(ms) / 1000);
  const seconds = { checking, storing, indexing, publishing };
  const lines = [
    ...leftOutLines(imported),
    state,
    ...layers.map(
      ({ technology, provider, delivery, offers, parts, vertices }) =>
        `  ${technology} of ${provider}, delivery "${delivery}": ${counted(offers, 'offer')}, ${counted(parts, 'area')}, ${counted(vertices, 'vertex', 'vertices')}`,
    ),
    ...newProviders.map((name) => `  ${name} is a new provider.`),
    ...importNotes(imported).map((note) => `  ${note}`),
    `  Index ${megabytes(indexBytes)}. Checked in ${checking} s, stored in ${storing} s, indexed in ${indexing} s.`,
  ];
  const json = {
    version: id,
    base: baseId ?? null,
    published: isPublished,
    layers,
    newProviders,
    ...report,
    indexBytes,
    sha256,
    seconds,
    format: imported.format,
    projection: imported.projection,
    notes: imported.notes,
  };
  return { lines, json };
}

/** A layer with the age of its data. */
interface AgedLayer extends VersionLayer {
  readonly age: LayerAge;
}

/** The versions as a table, and the layers of the published one. */
export function describeVersions(
  versions: readonly ListedVersion[],
  layersOf: (version: ListedVersion) => readonly AgedLayer[],
): CommandResult {
  const published = versions.find(({ isPublished }) => isPublished);
  const rows = versions.map((version) => [
    String(version.id),
    stateOf(version),
    formatAuckland(version.createdAt).slice(0, 16),
    version.baseId === null ? '-' : String(version.baseId),
    number(version.layers),
    number(version.parts),
    number(version.vertices),
    version.indexBytes === null ? '-' : megabytes(version.indexBytes),
    version.madeBy || '-',
    version.note,
  ]);
  const head = ['version', 'state', 'made', 'on', 'layers', 'areas', 'vertices', 'index', 'by', 'from'];
  const lines =
    versions.length === 0
      ? ['No coverage yet. To import some: npm run watea -- coverage import FILE']
      : table([head, ...rows]);
  if (versions.length > 0) {
    lines.push('', published === undefined ? 'Nothing is published.' : `Version ${published.id} is published:`);
    for (const layer of published ? layersOf(published) : []) lines.push(`  ${describeLayer(layer)}`);
  }
  const json = {
    published: published?.id ?? null,
    versions: versions.map((version) => ({
      version: version.id,
      state: stateOf(version),
      base: version.baseId,
      note: version.note,
      madeBy: version.madeBy,
      source: version.source,
      sha256: version.sha256,
      bytes: version.bytes,
      createdAt: isoAuckland(version.createdAt),
      publishedAt: isoAuckland(version.publishedAt),
      kept: isKeptVersion(version.kept),
      indexBytes: version.indexBytes,
      layers: layersOf(version).map(({ createdAt, ...layer }) => ({ ...layer, createdAt: isoAuckland(createdAt) })),
    })),
  };
  return { lines, json };
}

/** `layer 3, Fibre of Example, delivery "towns": 2 areas, 10 vertices, from towns.geojson, as of 2026-11-01` */
function describeLayer({ id, technology, provider, delivery, parts, vertices, source, asOf, age }: AgedLayer): string {
  const what = `${technology} of ${provider}, delivery "${delivery}"`;
  const size = `${counted(parts, 'area')}, ${counted(vertices, 'vertex', 'vertices')}`;
  const day = asOf === null ? '' : `, as of ${asOf}`;
  const flag = age.isFlagged ? ` (old: ${counted(age.days, 'day')})` : '';
  return `layer ${id}, ${what}: ${size}, from ${source}${day}${flag}`;
}

function stateOf({ isPublished, state, publishedAt }: ListedVersion): string {
  if (isPublished) return 'published';
  if (state === 'building') return 'being made';
  return publishedAt === null ? 'ready' : 'was published';
}

function table(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows.map((row) =>
    row
      .map((text, column) => text.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
