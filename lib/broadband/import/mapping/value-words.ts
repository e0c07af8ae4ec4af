import { type Availability, availabilities } from '#lib/broadband/availability.ts';
import { foldName } from '#lib/broadband/import/offers/fold-name.ts';
import { type WholesaleNetwork, wholesaleNetworks } from '#lib/broadband/import/offers/offer-fields.ts';

/** Words of a list, separated by blanks. */
export const wordList = (words: string) => words.split(' ');

/** What providers call the technologies, by our names for them, without blanks, hyphens and points. */
const technologyWords: Readonly<Record<string, readonly string[]>> = {
  Fibre: wordList('fibre fiber ftth fttp fttb ufb ufb1 ufb2 gpon xgspon pon hyperfibre'),
  Cable: wordList('cable hfc docsis docsis3 docsis30 docsis31 coax'),
  VDSL: wordList('vdsl vdsl2 fttn fttc'),
  ADSL: wordList('adsl adsl1 adsl2 adsl2+ adsl2plus dsl'),
  Wireless: wordList('wireless fwa fixedwireless wisp rbi rbi1 rbi2 4g 5g lte 4glte wimax radio'),
};

const availabilityWords: Readonly<Record<Availability, readonly string[]>> = {
  Available: [
    ...wordList('y yes true t 1 available avail active live built complete completed'),
    ...wordList('inservice ready connected now current existing'),
  ],
  Underway: wordList('underway inprogress building build underconstruction construction started wip'),
  Planned: wordList('planned plan future proposed scheduled design indesign committed intended'),
  'Not Available': wordList('n no false f 0 none notavailable unavailable notserved nocoverage'),
};

const wholesaleWords: Readonly<Record<WholesaleNetwork, readonly string[]>> = {
  Yes: wordList('y yes true t 1 wholesale wholesaleonly'),
  No: wordList('n no false f 0 retail retailonly'),
  Both: wordList('both wholesaleandretail retailandwholesale mixed'),
};

/** The technology that a provider's word means, if it is in use. */
export function technologyMeant(value: string, technologies: readonly string[]): string | undefined {
  const found = meant(value, technologyWords);
  return technologies.find((name) => name === found);
}

export function availabilityMeant(value: string): Availability | undefined {
  const found = meant(value, availabilityWords);
  return availabilities.find((name) => name === found);
}

export function wholesaleMeant(value: string): WholesaleNetwork | undefined {
  const found = meant(value, wholesaleWords);
  return wholesaleNetworks.find((name) => name === found);
}

function meant(value: string, words: Readonly<Record<string, readonly string[]>>): string | undefined {
  const plain = foldName(value).replaceAll(/[\s._/-]/g, '');
  return Object.keys(words).find((name) => words[name]?.includes(plain));
}
