import type { Command } from 'commander';
import { byCommandLine } from '#cli/authorship.ts';
import { act } from '#cli/command-line.ts';
import { bytesOf, inputFile, nameOf } from '#cli/given-path.ts';
import { webAddress, wholeNumber } from '#cli/options.ts';
import { fetchBaseMap } from '#flows/base-map/fetch-base-map.ts';
import { type ImportedBaseMap, importBaseMap, removeBaseMap } from '#flows/base-map/import-base-map.ts';
import { settings } from '#lib/env.ts';
import { sizeWords } from '#lib/usage/words.ts';
import { mapLicenceWords } from '#lib/words/base-map.ts';

/** `basemap fetch`, `basemap import` and `basemap remove`: the street map of the public map. */
export function addBaseMapCommands(program: Command): void {
  const baseMap = program.command('basemap').description('the street map below the coverage');
  const fetching = baseMap
    .command('fetch')
    .description('fetch the tiles of New Zealand from a build of OpenStreetMap on the web, as the street map')
    .option(
      '--from <address>',
      'a PMTiles file on a server that answers ranges; without it BASE_MAP_URL, or the newest build of Protomaps',
      webAddress,
    )
    .option(
      '--maxzoom <zoom>',
      'the closest zoom that is fetched; the closest of the build without it',
      wholeNumber(mostZoom),
    );
  act<{ from?: string; maxzoom?: number }>(fetching, async (context, { from, maxzoom: maxZoom }) => {
    const { database, nowMs, progress, keep } = context;
    keep('What has been fetched is kept, and the next fetch goes on there.');
    const by = byCommandLine(nowMs);
    const source = from ?? settings().baseMapUrl;
    const fetched = await fetchBaseMap(database.writer, { from: source, maxZoom, onProgress: progress.show, ...by });
    const lines = [importedLine(fetched.file, fetched), `It is of ${mapLicenceWords(fetched.attribution)}.`];
    return { lines, json: fetched };
  });
  const importing = baseMap
    .command('import')
    .description('show a file of vector tiles of OpenStreetMap as the street map, in place of the one before')
    .addArgument(inputFile('a PMTiles file as Protomaps builds them; - reads standard input'))
    .option('--attribution <text>', 'whose map it is, in place of what the file says; <a href="…"> for links');
  act<{ attribution?: string }>(importing, async ({ database, nowMs }, { attribution }, file = '-') => {
    const by = byCommandLine(nowMs);
    const imported = await importBaseMap(database.writer, bytesOf(file), { source: nameOf(file), attribution, ...by });
    return { lines: [importedLine(nameOf(file), imported)], json: imported };
  });
  const removing = baseMap.command('remove').description('show the built-in map again');
  act(removing, async ({ database, nowMs }) => {
    await removeBaseMap(database.writer, byCommandLine(nowMs));
    return { lines: ['The built-in map is shown again.'], json: {} };
  });
}

/** No map has a closer zoom. */
const mostZoom = 22;

function importedLine(file: string, { bytes, mostZoom: zoom }: ImportedBaseMap): string {
  return `${file} is the street map now (${sizeWords(bytes)}, to zoom ${zoom}).`;
}
