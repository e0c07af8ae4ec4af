import { type FieldName, fieldNames } from '#lib/broadband/import/offers/offer-fields.ts';
import { wordList } from './value-words.ts';

/** Words in a column's name that suggest a field, the surest first. */
const words: Partial<Record<FieldName, readonly string[]>> = {
  technology: wordList('technology tech medium bearer access servicetype product type'),
  provider: wordList('provider isp operator carrier rsp lfc retailer company supplier organisation owner network'),
  availability: wordList('availability available avail status stage state served coverage'),
  completion: [
    ...wordList('completion complete ready rfs readyby due eta expected finish'),
    ...wordList('finished target livedate date'),
  ],
  wholesale_network: wordList('wholesale wholesaler wholesaleonly'),
  url: wordList('url website web homepage link'),
  timing_id: wordList('timing timingid'),
};

const up = wordList('up upload ul us upstream uplink uploadspeed maxup minup');
const down = wordList('down download dl ds downstream downlink downloadspeed maxdown mindown');
const least = wordList('min minimum low lowest least from guaranteed minup mindown');
const most = wordList('max maximum high highest most to peak top upto maxup maxdown');
const speed = wordList('speed speeds bandwidth bw mbps kbps gbps mbit kbit rate throughput plan');

/** The words in a column's name, in lower case: `MaxDown_Mbps` has `max`, `down` and `mbps`. */
export function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== '');
}

/** Only the letters and digits of a name, in lower case, to compare names whatever their separators. */
export function plainName(name: string): string {
  return wordsOf(name).join('');
}

/** How strongly a column's name suggests a field other than a speed: from 0 (not at all) to 10. */
export function nameScore(name: string, field: FieldName): number {
  const ofField = words[field] ?? [];
  const ofName = [...wordsOf(name), plainName(name)];
  const place = ofField.findIndex((word) => ofName.includes(word));
  return place === -1 ? 0 : Math.max(2, 10 - place);
}

/** What a column's name says about a speed. */
export interface SpeedName {
  readonly direction: 'down' | 'up' | undefined;
  readonly bound: 'min' | 'max' | undefined;
  readonly unit: 'kbps' | 'Gbps' | undefined;
}

/** @returns undefined if the name says nothing about a speed */
export function speedName(name: string): SpeedName | undefined {
  const ofName = [...wordsOf(name), plainName(name)];
  const has = (list: readonly string[]) => list.some((word) => ofName.includes(word));
  const direction = has(up) ? 'up' : has(down) ? 'down' : undefined;
  if (direction === undefined && !has(speed)) return undefined;
  const unit = has(['kbps', 'kbit']) ? 'kbps' : has(['gbps', 'gbit']) ? 'Gbps' : undefined;
  return { direction, bound: has(least) ? 'min' : has(most) ? 'max' : undefined, unit };
}

/** The longest column name in a Shapefile. */
const longest = 10;

/**
 * The names that GDAL gives to the columns of all fields when it writes a Shapefile: cut to ten letters and, if several
 * become the same, numbered in the order of the fields (`bandwidth_`, `bandwidt_1`, `bandwidt_2`, …).
 */
export const shortNames: ReadonlyMap<FieldName, string> = makeShortNames();

function makeShortNames(): Map<FieldName, string> {
  const given = new Map<FieldName, string>();
  for (const field of fieldNames) {
    let name = field.slice(0, longest);
    for (let number = 1; [...given.values()].includes(name); number++) {
      name = `${field.slice(0, longest - 2)}_${number}`;
    }
    given.set(field, name);
  }
  return given;
}
