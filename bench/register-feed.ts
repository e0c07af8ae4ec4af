import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { seededRandom } from '#lib/demonstration/random.ts';
import { parseName } from '#lib/registry/name.ts';
import { suffixes } from '#lib/registry/suffix.ts';

const vowels = { a: 'ā', e: 'ē', i: 'ī', o: 'ō', u: 'ū' } as const;
const syllables = ['ka', 'ki', 'ko', 'ma', 'mo', 'na', 'nu', 'pa', 'pe', 'ra', 'ri', 'ta', 'te', 'wa', 'whe', 'ho'];

/** A register of `count` names in the real proportions: 80 % .co.nz, 5 % IDN, 4 % pending; the same at every run. */
export async function writeRegister(file: string, count: number, changed: number): Promise<void> {
  const random = seededRandom(11);
  const others = suffixes.filter((suffix) => suffix !== 'co.nz');
  const out = createWriteStream(file);
  out.write('domain,registered,cancel_date\n');
  const every = changed === 0 ? 0 : Math.floor(count / changed);
  for (let place = 0; place < count; place++) {
    const label = `${Array.from({ length: 3 }, () => syllables[Math.floor(random() * syllables.length)]).join('')}${place.toString(36)}`;
    const shown = random() < 0.05 ? label.replace(/[aeiou]/, (vowel) => vowels[vowel as keyof typeof vowels]) : label;
    const suffix = random() < 0.8 ? 'co.nz' : others[Math.floor(random() * others.length)];
    const parsed = parseName(`${shown}.${suffix}`);
    if (!parsed.valid) throw new Error(`The generator made ${shown}.${suffix}.`);
    const day = String(1 + Math.floor(random() * 28)).padStart(2, '0');
    const isPending = random() < 0.04;
    const isChanged = every !== 0 && place % every === 0;
    const cancelled = isPending !== isChanged ? `2026-0${8 + (place % 2)}-${day} 10:00:00+12:00` : '';
    if (!out.write(`${parsed.domain},2015-03-${day} 09:30:00+13:00,${cancelled}\n`)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'finish');
}
