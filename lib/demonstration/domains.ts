import { parseName } from '#lib/registry/names/name.ts';
import { seededRandom } from './random.ts';

/** A name of the demonstration register. Dates are epoch seconds, `freeAt` epoch milliseconds. */
export interface DemonstrationDomain {
  readonly name: string;
  readonly registered: number;
  readonly cancelled: number | null;
  readonly freeAt: number | null;
}

export interface DemonstrationListedName {
  readonly name: string;
  readonly status: 'Prohibited' | 'Conflicted' | 'Resolved' | 'Reserved';
}

const trees = ['kōwhai', 'rimu', 'tōtara', 'kauri', 'mānuka', 'pōhutukawa', 'rātā', 'nīkau', 'ponga', 'harakeke'];
const trades = ['bakery', 'books', 'cafe', 'cycles', 'design', 'farm', 'garden', 'honey', 'motors', 'tours'];
const suffixes = ['co.nz', 'co.nz', 'co.nz', 'co.nz', 'nz', 'nz', 'org.nz', 'net.nz', 'school.nz', 'geek.nz'];

const daySeconds = 86_400;
const activeNames = 1150;
/** Nine for each of the 92 days that a name may be pending, so that every release job of the next 90 days has some. */
const pendingPerDay = 9;
const pendingDays = 92;

/** About 2,000 invented names with every status that the register itself gives, as of `nowMs`. */
export function demonstrationDomains(nowMs: number): DemonstrationDomain[] {
  const random = seededRandom(2026);
  const nowSeconds = Math.floor(nowMs / 1000);
  const registered = () => nowSeconds - Math.floor((200 + random() * 5000) * daySeconds);
  const domains: DemonstrationDomain[] = [];
  let serial = 0;
  const nextName = () => demonstrationName(serial++);

  for (let place = 0; place < activeNames; place++) {
    domains.push({ name: nextName(), registered: registered(), cancelled: null, freeAt: null });
  }
  for (let day = 0; day < pendingDays; day++) {
    for (let place = 0; place < pendingPerDay; place++) {
      const cancelled = nowSeconds - day * daySeconds - Math.floor(random() * daySeconds);
      domains.push({ name: nextName(), registered: registered(), cancelled, freeAt: null });
    }
  }
  for (let place = 0; place < 30; place++) {
    const cancelled = nowSeconds - (100 + place) * daySeconds;
    const freeAt = (cancelled + 92 * daySeconds) * 1000;
    domains.push({ name: nextName(), registered: registered(), cancelled, freeAt });
  }
  return domains;
}

/** Invented names on the four lists. */
export const demonstrationListedNames: readonly DemonstrationListedName[] = [
  { name: 'demo-prohibited.nz', status: 'Prohibited' },
  { name: 'demo-reserved.co.nz', status: 'Reserved' },
  { name: 'demo-reserved.nz', status: 'Reserved' },
  { name: 'demo-conflicted.nz', status: 'Conflicted' },
  { name: 'demo-resolved.nz', status: 'Resolved' },
];

/** `demo-kōwhai-bakery.co.nz` and so on, in the register's form; each `serial` gives another name. */
function demonstrationName(serial: number): string {
  const tree = trees[serial % trees.length];
  const trade = trades[Math.floor(serial / trees.length) % trades.length];
  const round = Math.floor(serial / (trees.length * trades.length));
  const suffix = suffixes[(serial * 7 + round) % suffixes.length];
  const label = `demo-${tree}-${trade}${round === 0 ? '' : `-${round + 1}`}`;
  const plain = serial % 3 === 0 ? label : label.normalize('NFD').replace(/\u0304/g, '');
  const parsed = parseName(`${plain}.${suffix}`);
  if (!parsed.valid) throw new Error(`The demonstration name ${plain}.${suffix} is not a .nz name.`);
  return parsed.domain;
}
