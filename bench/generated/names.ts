import { seededRandom } from '#lib/demonstration/random.ts';
import { parseName } from '#lib/registry/names/name.ts';
import { latestCancelledTaken, nextJobs } from '#lib/registry/release/release.ts';

/** A name of the generated register; dates are epoch seconds. */
export interface GeneratedName {
  readonly name: string;
  readonly registered: number;
  readonly cancelled: number | null;
}

const daySeconds = 86_400;
const pendingDays = 88;
/** Names on the droplist (R10), and those that are pending for longer. */
const onDroplist = 10_000;
const laterPending = 20_000;

const syllables =
  'ka ke ki ko ku ma me mi mo mu na ne ni no nu ra re ri ro ru ta te ti to tu wa we wi ha he hi ho'.split(' ');
const words = 'books farm tours cafe motors design honey garden studio build plumbing dental law vets trade shop'.split(
  ' ',
);
/** Of 20 names, 16 are below co.nz. */
const suffixes = ['nz', 'net.nz', 'org.nz', 'kiwi.nz', ...Array.from({ length: 16 }, () => 'co.nz')];

/**
 * A register of `count` names as of `nowMs`: 80 % below co.nz, 5 % IDN, 10,000 on the droplist; the same names each time.
 */
export function* generateRegister(count: number, nowMs: number): Generator<GeneratedName> {
  const random = seededRandom(750);
  const nowSeconds = Math.floor(nowMs / 1000);
  const [first, second] = nextJobs(nowMs).map(latestCancelledTaken) as [number, number];
  for (let serial = 0; serial < count; serial++) {
    const registered = nowSeconds - Math.floor((200 + random() * 6000) * daySeconds);
    let cancelled: number | null = null;
    if (serial < onDroplist) {
      cancelled = (serial % 2 === 0 ? first : second) - Math.floor(random() * daySeconds);
    } else if (serial < onDroplist + laterPending) {
      cancelled = second + 1 + Math.floor(random() * (Math.min(pendingDays * daySeconds, nowSeconds - second) - 2));
    }
    yield { name: nameOf(serial, random), registered, cancelled };
  }
}

/** `count` names that are asked for, half of them in the register, half not; the same each time. */
export function askedNames(register: readonly string[], count: number): string[] {
  const random = seededRandom(751);
  return Array.from({ length: count }, (_, at) => {
    if (at % 2 === 0) return register[Math.floor(random() * register.length)] ?? '';
    return nameOf(register.length + Math.floor(random() * 10_000_000), random);
  });
}

/** Spells a serial number in syllables, so that no two names are alike. */
function nameOf(serial: number, random: () => number): string {
  let label = '';
  for (let rest = (serial * 7919) % 33_554_393, at = 0; at < 5; at++, rest = Math.floor(rest / 32)) {
    label += syllables[rest % 32];
  }
  const word = words[Math.floor(random() * words.length)] ?? '';
  if (random() < 0.7) label += random() < 0.5 ? `-${word}` : word;
  if (random() < 0.05)
    label = label.replace(/[aeiou]/, (vowel) => ({ a: 'ā', e: 'ē', i: 'ī', o: 'ō', u: 'ū' })[vowel] ?? vowel);
  const parsed = parseName(`${label}.${suffixes[Math.floor(random() * suffixes.length)]}`);
  if (!parsed.valid) throw new Error(`The generated name ${label} ${parsed.reason}.`);
  return parsed.domain;
}
