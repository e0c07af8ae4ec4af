import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { seededRandom } from '#lib/demonstration/random.ts';
import { parseName } from '#lib/registry/names/name.ts';
import { suffixes } from '#lib/registry/names/suffix.ts';

const vowels = { a: 'ā', e: 'ē', i: 'ī', o: 'ō', u: 'ū' } as const;
const syllables = ['ka', 'ki', 'ko', 'ma', 'mo', 'na', 'nu', 'pa', 'pe', 'ra', 'ri', 'ta', 'te', 'wa', 'whe', 'ho'];

/** The instant at which a generated register is imported; its cancellations are from the months before. */
export const fedAt = Date.parse('2026-11-20T12:00:00+13:00');

/** 5,000 of 750,000. */
const changedEvery = 150;

/** A name of the generated register: its rows on the first night and on the next, and the codes the API gives it. */
export interface GeneratedName {
  readonly domain: string;
  readonly rows: readonly [first: string | undefined, nightly: string];
  readonly codes: readonly [first: string, nightly: string];
}

/**
 * A register of `count` names in the real proportions: 80 % .co.nz, 5 % IDN, 4 % pending; 10,000 of 750,000 drop within
 * two days. Every run generates the same. In the file of the next night every 150th name differs: of four, two are
 * cancelled or restored, one has another date, one is new.
 */
export function* generatedRegister(count: number): Generator<GeneratedName> {
  const random = seededRandom(11);
  const others = suffixes.filter((suffix) => suffix !== 'co.nz');
  for (let place = 0; place < count; place++) {
    const label = `${Array.from({ length: 3 }, () => syllables[Math.floor(random() * syllables.length)]).join('')}${place.toString(36)}`;
    const shown = random() < 0.05 ? label.replace(/[aeiou]/, (vowel) => vowels[vowel as keyof typeof vowels]) : label;
    const suffix = random() < 0.8 ? 'co.nz' : others[Math.floor(random() * others.length)];
    const parsed = parseName(`${shown}.${suffix}`);
    if (!parsed.valid) throw new Error(`The generator made ${shown}.${suffix}.`);
    const day = String(1 + Math.floor(random() * 28)).padStart(2, '0');
    const isPending = random() < 0.04;
    const cancelDate = `2026-0${random() < 0.4 ? 8 : 9}-${day} 10:00:00+12:00`;
    const change = place % changedEvery === 0 ? (place / changedEvery) % 4 : undefined;
    const row = (registered: string, isCancelled: boolean) =>
      `${parsed.domain},${registered}-${day} 09:30:00+13:00,${isCancelled ? cancelDate : ''}\n`;
    const first = row('2015-03', isPending);
    const isCancelled = change === 0 || change === 1 ? !isPending : isPending;
    yield {
      domain: parsed.domain,
      rows: [change === 3 ? undefined : first, change === 2 ? row('2015-02', isPending) : row('2015-03', isCancelled)],
      codes: [change === 3 ? '220' : isPending ? '210' : '200', isCancelled ? '210' : '200'],
    };
  }
}

/** Writes the files of both nights. */
export async function writeRegisters(
  [first, nightly]: readonly [string, string],
  names: Iterable<GeneratedName>,
): Promise<void> {
  const files = [first, nightly].map((file) => createWriteStream(file));
  for (const out of files) out.write('domain,registered,cancel_date\n');
  for (const { rows } of names) {
    for (const [night, out] of files.entries()) {
      const row = rows[night];
      if (row !== undefined && !out.write(row)) await once(out, 'drain');
    }
  }
  for (const out of files) out.end();
  await Promise.all(files.map((out) => once(out, 'finish')));
}
