import type { Language } from './language.ts';

/** Kinds of places as the lists have them, in te reo Māori. */
const inMaori: Readonly<Record<string, string>> = {
  city: 'Tāone nui',
  town: 'Tāone',
  suburb: 'Tapa tāone',
  village: 'Kāinga',
  locality: 'Takiwā',
  place: 'Wāhi',
  district: 'Rohe',
  region: 'Rohe nui',
  area: 'Takiwā',
  site: 'Pae',
  building: 'Whare',
  road: 'Huarahi',
  track: 'Ara',
  bridge: 'Piriti',
  'railway station': 'Teihana rerewē',
  'railway line': 'Ara rerewē',
  'trig station': 'Pou ine whenua',
  'scenic reserve': 'Whenua rāhui mātakitaki',
  'recreation reserve': 'Whenua rāhui rēhia',
  'historic reserve': 'Whenua rāhui hītori',
  'scientific reserve': 'Whenua rāhui pūtaiao',
  'nature reserve': 'Whenua rāhui taiao',
  'marine reserve': 'Rāhui moana',
  'government purpose reserve': 'Whenua rāhui kāwanatanga',
  'conservation park': 'Papa atawhai',
  'national park': 'Papa rēhia ā-motu',
  forest: 'Ngahere',
  stream: 'Kōawa',
  lake: 'Roto',
  lagoon: 'Hāpua',
  pool: 'Hōpua',
  spring: 'Puna',
  waterfall: 'Rere',
  wetland: 'Repo',
  estuary: 'Wahapū',
  bay: 'Kokoru',
  beach: 'Tāhuna',
  channel: 'Awa moana',
  reef: 'Ākau',
  sea: 'Moana',
  point: 'Kūrae',
  cape: 'Rae',
  peninsula: 'Kūrae roa',
  island: 'Motu',
  islands: 'Ngā motu',
  rock: 'Toka',
  cliff: 'Pari',
  cave: 'Ana',
  hill: 'Puke',
  peak: 'Tihi',
  range: 'Pae maunga',
  ridge: 'Hiwi',
  pass: 'Āpiti',
  valley: 'Awaawa',
  basin: 'Riu',
  plain: 'Mānia',
  flat: 'Papa',
  glacier: 'Kōpaka',
  crater: 'Puta ahi',
  'local government': 'Kāwanatanga ā-rohe',
  airport: 'Taunga waka rererangi',
  corner: 'Kokonga',
  postcode: 'Waehere poutāpeta',
};

/** `Suburb`, `Stream (former name)`, `Locality, near Thames`, `Suburb, Wellington`. */
const shape = /^([^,(]+?)( \(former name\))?(?:, (near )?(.+))?$/;
/** `Street, numbers 1 to 280`. */
const street = /^Street, numbers? (\d+)(?: to (\d+))?$/;

/**
 * What kind of place it is and where, in a language. Lists of places, and so the places that are stored, have it in English; a
 * kind without a word of ours stays as it is there.
 */
export function placeDetail(language: Language, detail: string): string {
  if (language === 'en') return detail;
  const [, first, last] = street.exec(detail) ?? [];
  if (first !== undefined) return `Tiriti, tau ${first}${last === undefined ? '' : ` ki te ${last}`}`;
  const [, listed = '', former, near, town] = shape.exec(detail) ?? [];
  const key = listed.toLowerCase();
  if (!Object.hasOwn(inMaori, key)) return detail;
  const kind = inMaori[key] ?? '';
  const named = former === undefined ? kind : `${kind} (ingoa o mua)`;
  if (town === undefined) return named;
  return near === undefined ? `${named}, ${town}` : `${named}, e tata ana ki ${town}`;
}
