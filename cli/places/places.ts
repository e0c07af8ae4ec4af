import type { Command } from 'commander';
import { byCommandLine } from '#cli/authorship.ts';
import { act, type CommandContext, UsageError } from '#cli/command-line.ts';
import { bytesOf, existingFile, inputFile, nameOf } from '#cli/given-path.ts';
import { type FetchedPlaces, fetchPlaces } from '#flows/places/fetch-places.ts';
import { type ImportedPlaces, importPlaces } from '#flows/places/import-places.ts';
import { counted } from '#lib/counted.ts';
import { settings } from '#lib/env.ts';
import { linzLicence, type PlaceSource, placeSources } from '#lib/places/lists/sources.ts';

/** `places import` and `places fetch`: the places that the map finds. */
export function addPlaceCommands(program: Command): void {
  const places = program.command('places').description('the places that the map finds');
  const command = places
    .command('import')
    .description('replace a list of places with a file; the names of its columns say which list it is')
    .addArgument(
      inputFile(
        'the New Zealand Gazetteer, LINZ NZ Addresses or LINZ NZ Suburbs and Localities: CSV or GeoPackage, plain or gzip; - reads standard input',
        { isOptional: true },
      ),
    )
    .option(
      '--aliases <file>',
      'CSV with other names of places, in the columns name, alias, latitude and longitude',
      existingFile,
    );
  act<ImportOptions>(command, async (context, { aliases }, file) => {
    if (file === undefined && aliases === undefined)
      throw new UsageError('Name a file, or other names with --aliases.');
    const imported: ImportedPlaces[] = [];
    if (file !== undefined) imported.push(await importFrom(context, file));
    if (aliases !== undefined) imported.push(await importFrom(context, aliases, 'aliases'));
    return { lines: imported.flatMap(linesOf), json: imported.length === 1 ? imported[0] : imported };
  });
  const fetching = places
    .command('fetch')
    .description(
      'replace the gazetteer with that of today on the web; with LINZ_API_KEY, also the suburbs and the street addresses',
    );
  act(fetching, async (context) => {
    const { linzKey } = settings();
    const fetched: FetchedPlaces[] = [];
    for (const source of placeSources(linzKey)) {
      fetched.push(await fetchFrom(context, source));
      context.say([...fetched.slice(-1).flatMap(linesOf), `It is of ${fetched.at(-1)?.file}, ${linzLicence}.`]);
    }
    const lines = linzKey === undefined ? ['Without LINZ_API_KEY, no suburbs and street addresses are fetched.'] : [];
    return { lines, json: fetched };
  });
}

interface ImportOptions {
  readonly aliases?: string;
}

function importFrom({ database, nowMs, progress }: CommandContext, file: string, list?: 'aliases') {
  return importPlaces(database.writer, bytesOf(file), {
    source: nameOf(file),
    list,
    ...byCommandLine(nowMs),
    onProgress: progress.show,
  });
}

async function fetchFrom({ database, nowMs, progress, keep }: CommandContext, source: PlaceSource) {
  const fetched = await fetchPlaces(database.writer, source, { ...byCommandLine(nowMs), onProgress: progress.show });
  keep(`${fetched.file} can be searched now.`);
  return fetched;
}

function linesOf({ list, entries, skipped }: ImportedPlaces): string[] {
  if (list === 'aliases') {
    const others = skipped === 0 ? [] : [`Skipped ${counted(skipped, 'row')} that would find nothing more.`];
    return [`aliases: ${counted(entries, 'other name')} can be found now.`, ...others];
  }
  const lines = [`${list}: ${counted(entries, 'place')} can be found now.`];
  if (skipped > 0) lines.push(`Skipped ${counted(skipped, 'row')} without a name or a position.`);
  return lines;
}
