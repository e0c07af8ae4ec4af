import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Connections, closeDatabase, openDatabase } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import { openListsOf } from '#db/places/open-lists.ts';
import { findPlaces } from '#db/places/search.ts';
import { importPlaces, replaceList } from '#flows/places/import-places.ts';
import { seededRandom } from '#lib/demonstration/random.ts';
import { searches, strictSearches } from '#tests/support/places/searches.ts';
import { editedName, generateAddresses, misspeltNames } from './generated/addresses.ts';

const gazetteer = `${import.meta.dirname}/../../shared/data/nz-placenames.csv.gz`;
const sampleSize = 2_000;
/** As many as fit below the map's field. */
const most = 8;

/**
 * `npm run bench -- search [ADDRESSES]`: the CPU time of a search among the gazetteer's places, and with generated
 * addresses beside them (2.3 million), for what people type and for each beginning of it.
 */
export async function benchSearch(addresses: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'watea-bench-'));
  const opened = openDatabase(join(folder, 'watea.db'));
  try {
    migrate(opened.writer);
    const by = { actor: { who: 'command line', address: null }, nowMs: Date.now(), onProgress: () => {} };
    await importPlaces(opened.writer, createReadStream(gazetteer), { source: 'gazetteer', ...by });
    const places = openListsOf(opened.reader).readers.get('gazetteer')?.all() ?? [];
    const names = places.filter(({ alias }) => alias === undefined).map(({ name }) => name);
    console.log(`${names.length} places\n${measure(opened, queriesFor(names))}\n`);
    const generated = [...generateAddresses(addresses, places)];
    const lines = generated.map(({ name }) => name);
    const options = { source: 'generated', nowMs: Date.now(), sha256: () => '' };
    const { entries } = await replaceList(opened.writer, 'addresses', generated, options);
    // the lists are looked at again at most every 50 ms
    await new Promise((resolve) => setTimeout(resolve, 100));
    console.log(`and ${entries} addresses\n${measure(opened, { ...queriesFor(names), ...addressQueries(lines) })}`);
  } finally {
    closeDatabase(opened);
    rmSync(folder, { recursive: true, force: true });
  }
}

type Queries = Readonly<Record<string, readonly string[]>>;

function queriesFor(names: readonly string[]): Queries {
  const random = seededRandom(1);
  const sample = everyNth(names, sampleSize);
  const typed = [searches, strictSearches].flatMap((kinds) =>
    Object.values(kinds)
      .flat()
      .map(([text]) => text),
  );
  return {
    'names of places': sample,
    'with one edit': misspeltNames(sample, random).map(({ typed }) => typed),
    'the searches of the tests': typed,
    'each beginning of them': typed.flatMap(beginningsOf),
  };
}

function addressQueries(lines: readonly string[]): Queries {
  const random = seededRandom(2);
  const sample = everyNth(lines, sampleSize);
  const short = sample.map((line) => line.replace(/ Street/, ' St').replace(/ Road/, ' Rd'));
  return {
    addresses: sample,
    'number and street': short.map((line) => line.split(',')[0] ?? ''),
    'number, street and town': short.map((line) => `${line.split(',')[0]} ${line.split(',').at(-1)}`),
    'with one edit, beside the number': short.map((line) =>
      line.replace(/(?<=^\S+ )[^,]+/, (street) => editedName(street, random)),
    ),
    'each beginning': everyNth(short, sampleSize / 20).flatMap(beginningsOf),
    'that do not exist': short.map((line) => `${line.split(',')[0]} Xyzzy`),
  };
}

const beginningsOf = (text: string) => Array.from({ length: text.length }, (_, at) => text.slice(0, at + 1));

function everyNth<T>(values: readonly T[], count: number): T[] {
  const step = Math.max(1, Math.floor(values.length / count));
  return values.filter((_, at) => at % step === 0);
}

/** A table of the CPU time in milliseconds by kind of query. */
function measure({ reader }: Connections, queries: Queries): string {
  // lists of names and words are read at the first misspelt text
  findPlaces(reader, 'welllingtn', most);
  findPlaces(reader, '1 welllingtn', most);
  const rows = Object.entries(queries).map(([kind, texts]) => {
    const times = texts.map((text) => ({ text, ms: cpuMs(() => findPlaces(reader, text, most)) }));
    times.sort((a, b) => a.ms - b.ms);
    const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))];
    const shown = [0.5, 0.9, 0.99, 1].map((share) => (at(share)?.ms ?? Number.NaN).toFixed(1));
    return [kind, texts.length, ...shown, JSON.stringify(at(1)?.text)].join(' | ');
  });
  return ['kind | searches | median | p90 | p99 | most | slowest', ...rows].join('\n');
}

function cpuMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
