import type { Command } from 'commander';
import { coverageFileAt } from '#db/coverage-file.ts';
import { importCoverage } from '#db/coverage-import.ts';
import { act } from './command-line.ts';
import { addImportOptions, defaultsOf, type ImportCommandOptions, modeOf, readingOf } from './coverage-options.ts';
import { describeImport } from './coverage-report.ts';
import { addTilesCommands } from './coverage-tiles.ts';
import { addVersionCommands, publishOrRefuse, writingOf } from './coverage-versions.ts';

/** `coverage …`: which broadband is offered where. */
export function addCoverageCommands(program: Command): void {
  const coverage = program.command('coverage').description('import, publish and take back broadband coverage');
  addImport(coverage);
  addVersionCommands(coverage);
  addTilesCommands(coverage);
}

function addImport(coverage: Command): void {
  const command = coverage
    .command('import')
    .description('make a version from a file of coverage, on top of what is published')
    .argument('<file>', 'GeoJSON, zipped Shapefile, GeoPackage, KML, KMZ or CSV, told by its content')
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
    const { asOf, delivery } = options;
    const imported = await importCoverage(context.database, coverageFileAt(path), {
      ...writingOf(context),
      ...(asOf === undefined ? {} : { asOf }),
      ...(delivery === undefined ? {} : { delivery }),
      reading: readingOf(options),
      mode: modeOf(options),
      newProviders: options.newProvider === true,
      columns: options.map ?? new Map(),
      defaults: defaultsOf(options),
    });
    if (options.publish !== true) return describeImport(imported, false, 0);
    const startedAt = performance.now();
    await publishOrRefuse(context, imported.id, options.force === true);
    return describeImport(imported, true, performance.now() - startedAt);
  });
}
