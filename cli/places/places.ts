import type { Command } from 'commander';
import { byCommandLine } from '#cli/authorship.ts';
import { act } from '#cli/command-line.ts';
import { bytesOf, inputFile, nameOf } from '#cli/input-file.ts';
import { importPlaces } from '#flows/places/import-places.ts';
import { counted } from '#lib/counted.ts';

/** `places import`: the places that the map finds. */
export function addPlaceCommands(program: Command): void {
  const places = program.command('places').description('the places that the map finds');
  const command = places
    .command('import')
    .description('replace the gazetteer or the street addresses with a CSV file; its first line says which it is')
    .addArgument(
      inputFile('CSV of the New Zealand Gazetteer or of LINZ NZ Addresses, plain or gzip; - reads standard input'),
    );
  act(command, async ({ database, nowMs, progress }, _options, file = '') => {
    const imported = await importPlaces(database.writer, bytesOf(file), {
      source: nameOf(file),
      ...byCommandLine(nowMs),
      onProgress: progress.show,
    });
    const { list, entries, skipped } = imported;
    const lines = [`${list}: ${counted(entries, 'place')} can be found now.`];
    if (skipped > 0) lines.push(`Skipped ${counted(skipped, 'row')} without a name or a position.`);
    return { lines, json: imported };
  });
}
