import { basename, extname } from 'node:path';
import type { Command } from 'commander';
import { byCommandLine } from '#cli/authorship.ts';
import { withCoverageFile } from '#cli/broadband/coverage-inspect.ts';
import { addReadingOptions, type ReadingOptions, readingChoices } from '#cli/broadband/coverage-options.ts';
import { act, UsageError } from '#cli/command-line.ts';
import { inputFile } from '#cli/given-path.ts';
import { nameOption } from '#cli/options.ts';
import { getPublishedId } from '#db/broadband/versions.ts';
import { listAreaSets } from '#db/statistics/area-sets.ts';
import { presentMeasurement } from '#db/statistics/figures.ts';
import { importAreas, removeAreas } from '#flows/statistics/import-areas.ts';
import { measureStatistics } from '#flows/statistics/measure-statistics.ts';
import { counted } from '#lib/counted.ts';
import { shortTime } from '#lib/time/date-words.ts';

/** `areas …`: the areas of which figures are published. */
export function addAreaCommands(program: Command): void {
  const areas = program.command('areas').description('the areas of which figures are published, such as districts');
  const importing = areas
    .command('import')
    .description('measure what reaches each area of a file, in place of the areas of that name')
    .addArgument(
      inputFile(
        'areas: GeoJSON, zipped Shapefile, GeoPackage, KML, KMZ or CSV, recognised by its content; - is standard input',
      ),
    )
    .requiredOption('--name <column>', 'the column that has the name of each area', nameOption)
    .option(
      '--as <name>',
      'what the areas are called together, such as "Territorial authorities"; else the name of the file',
      nameOption,
    )
    .option(
      '--attribution <text>',
      'whose the areas are, and under which licence; it is shown with the figures',
      nameOption,
    );
  act<ImportOptions>(addReadingOptions(importing), async ({ database, nowMs, progress }, options, path = '') => {
    const name = options.as ?? (path === '-' ? undefined : basename(path, extname(path)));
    if (name === undefined) throw new UsageError('Say with --as what the areas of standard input are called.');
    const imported = await withCoverageFile({ progress }, path, (file) =>
      importAreas(database.writer, file, {
        column: options.name,
        name,
        attribution: options.attribution ?? '',
        choices: readingChoices(options),
        onProgress: progress.show,
        ...byCommandLine(nowMs),
      }),
    );
    const outside = imported.outside.join(', ');
    return {
      lines: [
        `${imported.set}: ${counted(imported.areas, 'area')}, ${counted(imported.vertices, 'vertex', 'vertices')}.`,
        ...(outside === '' ? [] : [`Left out, outside the service area: ${outside}.`]),
        'The server measures what reaches them; "areas measure" does it now.',
      ],
      json: imported,
    };
  });
  const measuring = areas
    .command('measure')
    .description('measure what reaches the areas now, if that is not known yet');
  act(measuring, async ({ database, nowMs, progress }) => {
    const versionId = getPublishedId(database.writer.db);
    if (versionId === undefined) return { lines: ['No coverage is published.'], json: { measured: [] } };
    const measured = await measureStatistics(database.writer, versionId, { nowMs, onProgress: progress.show });
    const lines = measured.map((name) => `${name}: measured for coverage version ${versionId}.`);
    const nothing =
      listAreaSets(database.reader).length > 0 ? 'All figures are of what is published.' : 'No areas are loaded.';
    return { lines: lines.length > 0 ? lines : [nothing], json: { measured } };
  });
  const listing = areas.command('list').description('list the sets of areas, and when they were measured');
  act(listing, ({ database }) => {
    const sets = listAreaSets(database.reader).map(({ id, name, source, attribution, importedAt }) => {
      const last = presentMeasurement(database.reader, id);
      return {
        name,
        file: source,
        attribution,
        importedAt,
        version: last?.versionId ?? null,
        measuredAt: last?.measuredAt ?? null,
      };
    });
    const lines = sets.map(({ name, file, importedAt, version, measuredAt }) => {
      const measured =
        version === null || measuredAt === null
          ? 'not measured yet'
          : `measured for version ${version} ${shortTime(measuredAt)}`;
      return `${name}: from ${file}, imported ${shortTime(importedAt)}, ${measured}`;
    });
    return { lines: lines.length > 0 ? lines : ['No areas are loaded.'], json: sets };
  });
  const removing = areas
    .command('remove')
    .description('remove a set of areas with all its figures')
    .argument('<name>', 'what the areas are called together');
  act(removing, async ({ database, nowMs }, _, name = '') => {
    await removeAreas(database.writer, name, byCommandLine(nowMs));
    return { lines: [`${name} and its figures are removed.`], json: { removed: name } };
  });
}

interface ImportOptions extends ReadingOptions {
  readonly name: string;
  readonly as?: string;
  readonly attribution?: string;
}
