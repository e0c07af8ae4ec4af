import { type Availability, availabilities } from '#lib/broadband/availability.ts';
import { foldName } from '#lib/broadband/import/offers/fold-name.ts';
import { type WholesaleNetwork, wholesaleNetworks } from '#lib/broadband/import/offers/offer-fields.ts';

/** What deliveries call the technologies, by our names of them; without blanks, hyphens and points. */
const technologyWords: Readonly<Record<string, readonly string[]>> = {
  Fibre: ['fibre', 'fiber', 'ftth', 'fttp', 'fttb', 'ufb', 'ufb1', 'ufb2', 'gpon', 'xgspon', 'pon', 'hyperfibre'],
  Cable: ['cable', 'hfc', 'docsis', 'docsis3', 'docsis30', 'docsis31', 'coax'],
  VDSL: ['vdsl', 'vdsl2', 'fttn', 'fttc'],
  ADSL: ['adsl', 'adsl1', 'adsl2', 'adsl2+', 'adsl2plus', 'dsl'],
  Wireless: [
    'wireless',
    'fwa',
    'fixedwireless',
    'wisp',
    'rbi',
    'rbi1',
    'rbi2',
    '4g',
    '5g',
    'lte',
    '4glte',
    'wimax',
    'radio',
  ],
};

const availabilityWords: Readonly<Record<Availability, readonly string[]>> = {
  Available: [
    'y',
    'yes',
    'true',
    't',
    '1',
    'available',
    'avail',
    'active',
    'live',
    'built',
    'complete',
    'completed',
    'inservice',
    'ready',
    'connected',
    'now',
    'current',
    'existing',
  ],
  Underway: ['underway', 'inprogress', 'building', 'build', 'underconstruction', 'construction', 'started', 'wip'],
  Planned: ['planned', 'plan', 'future', 'proposed', 'scheduled', 'design', 'indesign', 'committed', 'intended'],
  'Not Available': ['n', 'no', 'false', 'f', '0', 'none', 'notavailable', 'unavailable', 'notserved', 'nocoverage'],
};

const wholesaleWords: Readonly<Record<WholesaleNetwork, readonly string[]>> = {
  Yes: ['y', 'yes', 'true', 't', '1', 'wholesale', 'wholesaleonly'],
  No: ['n', 'no', 'false', 'f', '0', 'retail', 'retailonly'],
  Both: ['both', 'wholesaleandretail', 'retailandwholesale', 'mixed'],
};

/** The technology that a delivery's word means, if it is one in use. */
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
