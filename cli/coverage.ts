import { createReadStream, statSync } from 'node:fs';
import { basename } from 'node:path';
import type { Command } from 'commander';
import { type CoverageFile, importCoverage } from '#db/coverage-import.ts';
import { type Publishing, publishVersion, rollBack } from '#db/coverage-publish.ts';
import { nameVersion } from '#db/coverage-rebase.ts';
import { deleteVersion, tidyCoverage } from '#db/coverage-removal.ts';
import { layersOf, listVersions } from '#db/coverage-versions.ts';
import type { CoverageWriting } from '#db/coverage-writing.ts';
import { largestFileBytes } from '#lib/broadband/import/source-bytes.ts';
import { Refusal } from '#lib/refusal.ts';
import { byCommandLine } from './authorship.ts';
import { act, type CommandContext } from './command-line.ts';
import { addImportOptions, defaultsOf, type ImportCommandOptions, modeOf, versionNumber } from './coverage-options.ts';
import { describeImport, describeVersions } from './coverage-report.ts';

/** `coverage …`: which broadband is offered where. */
export function addCoverageCommands(program: Command): void {
  const coverage = program.command('coverage').description('import, publish and take back broadband coverage');
  addImport(coverage);
  act(coverage.command('list').description('list the versions, and the layers of the published one'), ({ database }) =>
    describeVersions(listVersions(database.reader), ({ id }) => layersOf(database.reader.db, id)),
  );
  addPublish(coverage);
  addRollback(coverage);
  addDelete(coverage);
}

function addImport(coverage: Command): void {
  const command = coverage
    .command('import')
    .description('make a version from a GeoJSON file, on top of what is published')
    .argument('<file>', 'Feature, FeatureCollection, geometry or newline-delimited features; plain or gzip')
    .addHelpText(
      'after',
      `
Each feature’s own properties, where they are named as the API’s fields (technology, provider, availability,
completion, wholesale_network, url, bandwidth_min_mbps, bandwidth_max_mbps, bandwidth_up_min_mbps,
bandwidth_up_max_mbps, timing_id), win over the options. The file is checked as a whole first: when anything is wrong
with it, every fault is counted, the first 20 are listed, and nothing changes.

Example:
  npm run watea -- coverage import towns.geojson --technology Fibre --provider "Tūī Fibre" --availability Available \\
    --min-down 100 --max-down 950 --min-up 20 --max-up 500 --map completion=READY_BY --new-provider --publish`,
    );
  act<ImportCommandOptions>(addImportOptions(command), async (context, options, path = '') => {
    const { database } = context;
    const writing = writingOf(context);
    const imported = await importCoverage(database, coverageFile(path), {
      ...writing,
      mode: modeOf(options),
      newProviders: options.newProvider === true,
      columns: options.map ?? new Map(),
      defaults: defaultsOf(options),
    });
    if (options.publish !== true) return describeImport(imported, false, 0);
    const startedAt = performance.now();
    requirePublished(await publishVersion(database, imported.id, writing), imported.id, imported.baseId);
    const publishMs = performance.now() - startedAt;
    await tidyCoverage(database, writing);
    return describeImport(imported, true, publishMs);
  });
}

function addPublish(coverage: Command): void {
  const command = coverage
    .command('publish')
    .description('publish a version; one that was made on an older state is made anew first, to be looked at again')
    .argument('<version>', 'its number', versionNumber);
  act(command, async (context, _options, version) => {
    const { database } = context;
    const writing = writingOf(context);
    const versionId = Number(version);
    const baseId = listVersions(database.reader).find(({ id }) => id === versionId)?.baseId ?? undefined;
    const published = requirePublished(await publishVersion(database, versionId, writing), versionId, baseId);
    await tidyCoverage(database, writing);
    if (published.outcome === 'stood already') {
      return { lines: [`Version ${versionId} is published already.`], json: { published: versionId, before: null } };
    }
    return {
      lines: [`Version ${versionId} is published; ${nameVersion(published.replacedId)} was before.`],
      json: { published: versionId, before: published.replacedId ?? null },
    };
  });
}

function addRollback(coverage: Command): void {
  const command = coverage
    .command('rollback')
    .description('publish what was published before; repeat to go further back');
  act(command, async (context) => {
    const { versionId, replacedId } = await rollBack(context.database, writingOf(context));
    await tidyCoverage(context.database, writingOf(context));
    return {
      lines: [`Version ${versionId} is published again; version ${replacedId} no longer is.`],
      json: { published: versionId, before: replacedId },
    };
  });
}

function addDelete(coverage: Command): void {
  const command = coverage
    .command('delete')
    .description('remove a version that is not published')
    .argument('<version>', 'its number', versionNumber);
  act(command, async (context, _options, version) => {
    await deleteVersion(context.database, Number(version), writingOf(context));
    return { lines: [`Version ${version} is deleted.`], json: { deleted: Number(version) } };
  });
}

/** @throws Refusal when the version had to be made anew: somebody should look at it before it is published */
function requirePublished(publishing: Publishing, versionId: number, baseId: number | undefined) {
  if (publishing.outcome !== 'rebuilt') return publishing;
  throw new Refusal(
    `Version ${versionId} was made on ${nameVersion(baseId)}, but ${nameVersion(publishing.baseId)} is published since. Its changes now stand, on top of that, in version ${publishing.versionId}; to publish it: npm run watea -- coverage publish ${publishing.versionId}`,
  );
}

function writingOf(context: CommandContext): CoverageWriting {
  return {
    ...byCommandLine(context.nowMs),
    onProgress: (stage, done, total) => context.progress.show(stage, done, total),
  };
}

function coverageFile(path: string): CoverageFile {
  const status = statSync(path, { throwIfNoEntry: false });
  if (status === undefined) throw new Refusal(`There is no file ${path}.`);
  if (!status.isFile())
    throw new Refusal(`${path} is not a file. It is read twice, so it cannot be a folder or a pipe.`);
  if (status.size > largestFileBytes) throw new Refusal(`${path} is larger than 2 GiB: split it.`);
  return { name: basename(path), bytes: status.size, open: () => readBytes(path) };
}

async function* readBytes(path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(path);
  } catch (fault) {
    const code = fault instanceof Error && 'code' in fault ? String(fault.code) : '';
    // faults of whoever reads these bytes pass through here too
    if (!/^E[A-Z]+$/.test(code)) throw fault;
    throw new Refusal(`${path} cannot be read (${code}).`);
  }
}
