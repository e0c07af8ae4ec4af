import type { Command } from 'commander';
import { byCommandLine } from '#cli/authorship.ts';
import { act } from '#cli/command-line.ts';
import { bytesOf, nameOf } from '#cli/input-file.ts';
import { importPlaces } from '#flows/places/import-places.ts';

/** `places …`: what the map's search finds. */
export function addPlaceCommands(program: Command): void {
  const places = program.command('places').description('what the search of the map finds');
  const command = places
    .command('import')
    .description('replace the gazetteer, or the street addresses, by a CSV file; its first line tells which')
    .argument(
      '<file>',
      'CSV of the New Zealand Gazetteer or of LINZ NZ Addresses, plain or gzip; - reads standard input',
    );
  act(command, async ({ database, nowMs, progress }, _options, file = '') => {
    const imported = await importPlaces(database.writer, bytesOf(file), {
      source: nameOf(file),
      ...byCommandLine(nowMs),
      onProgress: (stage, done, total) => progress.show(stage, done, total),
    });
    const { list, entries, skipped } = imported;
    const lines = [`${list}: ${entries.toLocaleString('en-NZ')} can be searched now.`];
    if (skipped > 0) lines.push(`Left out for want of a name or a position: ${skipped.toLocaleString('en-NZ')}.`);
    return { lines, json: imported };
  });
}
