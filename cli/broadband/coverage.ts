import type { Command } from 'commander';
import { writingOf } from '#cli/authorship.ts';
import { act, type CommandContext } from '#cli/command-line.ts';
import { noteDemonstration } from '#cli/database/demonstration-note.ts';
import { inputFile } from '#cli/given-path.ts';
import { withFiguresLock } from '#db/broadband/lock.ts';
import { getPublishedId } from '#db/broadband/versions.ts';
import { drawMissing } from '#flows/broadband/draw-layers.ts';
import { importCoverage } from '#flows/broadband/import/import-coverage.ts';
import { inspectCoverage } from '#flows/broadband/import/inspect-coverage.ts';
import { acceptProposals } from '#lib/broadband/import/mapping/begin-mapping.ts';
import type { CoverageChoices } from '#lib/broadband/import/mapping/choices.ts';
import { fieldNames } from '#lib/broadband/import/offers/offer-fields.ts';
import type { SourceFile } from '#lib/broadband/import/source-file.ts';
import { counted } from '#lib/counted.ts';
import { listedFaults } from '#lib/refusal.ts';
import { outdatedWords } from '#lib/words/coverage/coverage.ts';
import { rebuildHint } from './coverage-controls.ts';
import { completeMade, completingLine } from './coverage-details.ts';
import { addInspect, withCoverageFile } from './coverage-inspect.ts';
import { addImportOptions, choicesOf, type ImportCommandOptions, modeOf } from './coverage-options.ts';
import { describeImport } from './coverage-report.ts';
import { addVersionCommands, forceMeans, publishOrRefuse } from './coverage-versions.ts';

/** `coverage …`: which broadband is offered where. */
export function addCoverageCommands(program: Command): void {
  const coverage = program.command('coverage').description('import, publish and take back broadband coverage');
  addInspect(coverage);
  addImport(coverage);
  addVersionCommands(coverage);
  addTilesCommands(coverage);
}

function addImport(coverage: Command): void {
  const command = coverage
    .command('import')
    .description('make a version from a coverage file, on top of what is published')
    .addArgument(
      inputFile(
        'GeoJSON, zipped Shapefile, GeoPackage, KML, KMZ or CSV, recognised by its content; - is standard input',
      ),
    )
    .option('--force', `with --publish: ${forceMeans}`)
    .addHelpText(
      'after',
      `
The properties of a feature win over the options if they are named like the API’s fields: ${fieldNames.join(', ')}.
A speed that neither gives is the default of the provider and technology ("providers defaults"), and the report says so.
The whole file is checked first: if anything is wrong, every fault is counted, the first ${listedFaults} are listed, and
nothing changes.

Example:
  npm run watea -- coverage import towns.geojson --technology Fibre --provider "Tūī Fibre" --availability Available \\
    --min-down 100 --max-down 950 --min-up 20 --max-up 500 --map completion=READY_BY --new-provider --publish`,
    );
  act<ImportCommandOptions>(addImportOptions(command), async (context, options, path = '') => {
    noteDemonstration(context);
    const { asOf, delivery } = options;
    const imported = await withCoverageFile(context, path, async (file) =>
      importCoverage(context.database, file, {
        ...writingOf(context),
        asOf,
        delivery,
        choices: await completeChoices(context, file, options),
        mode: modeOf(options),
        newProviders: options.newProvider === true,
      }),
    );
    context.keep(`Version ${imported.id} is ready and not published.`);
    const isPublished = options.publish === true;
    const startedAt = performance.now();
    if (isPublished) await publishOrRefuse(context, imported.id, options);
    const { lines, json } = describeImport(imported, isPublished ? performance.now() - startedAt : undefined);
    const { id: versionId, baseId } = imported;
    const publishedId = getPublishedId(context.database.reader.db);
    const isOutdated = !isPublished && publishedId !== baseId;
    const outdated = `${outdatedWords({ versionId, baseId, publishedId })} ${rebuildHint(versionId)}`;
    context.say([...lines, ...(isOutdated ? [`  ${outdated}`] : []), `  ${completingLine}`]);
    const completed = await completeMade(context, imported.id);
    const { areas } = completed;
    return {
      lines: completed.lines.map((line) => `  ${line}`),
      json: { ...json, areas, seconds: { ...json.seconds, ...completed.seconds } },
    };
  });
}

/** What the options choose and, with `--as-proposed`, what the file seems to mean. */
async function completeChoices(
  { database, progress }: CommandContext,
  file: SourceFile,
  options: ImportCommandOptions,
): Promise<CoverageChoices> {
  const choices = choicesOf(options);
  if (options.asProposed !== true) return choices;
  const { found } = await inspectCoverage(database, file, choices, progress.show.bind(progress));
  // a layer must be chosen first, which the import will say
  return found === null ? choices : acceptProposals(choices, found.proposals);
}

/** `coverage tiles …`: the drawings that map tiles are made from. */
function addTilesCommands(coverage: Command): void {
  const tiles = coverage.command('tiles').description('manage the drawings that map tiles are made from');
  const build = tiles
    .command('build')
    .description('draw layers that are not drawn yet; imports and the server do this automatically');
  act(build, async (context) => {
    const { writer } = context.database;
    context.keep('Layers that were drawn stay so.');
    const built = await withFiguresLock(writer, () => drawMissing(writer, writingOf(context)));
    return {
      lines: [built === 0 ? 'Every layer is drawn already.' : `Drew ${counted(built, 'layer')}.`],
      json: { built },
    };
  });
}
