import type { Command } from 'commander';
import { byCommandLine } from '#cli/authorship.ts';
import { act } from '#cli/command-line.ts';
import { bytesOf, inputFile, nameOf } from '#cli/given-path.ts';
import { importBaseMap, removeBaseMap } from '#flows/base-map/import-base-map.ts';
import { sizeWords } from '#lib/usage/words.ts';

/** `basemap import` and `basemap remove`: the street map of the public map. */
export function addBaseMapCommands(program: Command): void {
  const baseMap = program.command('basemap').description('the street map below the coverage');
  const importing = baseMap
    .command('import')
    .description('show a file of vector tiles of OpenStreetMap as the street map, in place of the one before')
    .addArgument(inputFile('a PMTiles file as Protomaps builds them; - reads standard input'))
    .option('--attribution <text>', 'whose map it is, in place of what the file says; <a href="…"> for links');
  act<{ attribution?: string }>(importing, async ({ database, nowMs }, { attribution }, file = '-') => {
    const by = byCommandLine(nowMs);
    const imported = await importBaseMap(database.writer, bytesOf(file), { source: nameOf(file), attribution, ...by });
    const size = `${sizeWords(imported.bytes)}, to zoom ${imported.mostZoom}`;
    return { lines: [`${nameOf(file)} is the street map now (${size}).`], json: imported };
  });
  const removing = baseMap.command('remove').description('show the built-in map again');
  act(removing, async ({ database, nowMs }) => {
    await removeBaseMap(database.writer, byCommandLine(nowMs));
    return { lines: ['The built-in map is shown again.'], json: {} };
  });
}
