import type { OpenDataWords } from './en.ts';

/** The same in te reo Māori. Awaiting review by a speaker (docs/languages.md). */
export const mi: OpenDataWords = {
  title: 'Ngā raraunga tuwhera',
  description:
    'Te kapinga ipurangi tere o Aotearoa hei tikiake, hei GeoPackage, hei GeoJSON, hei CSV, me tōna raihana me ngā tau taki.',
  lead: 'Te kapinga ipurangi tere kua whakaputaina, mō āu ake mahere, pūmanawa, rangahau hoki.',
  none: 'Kāore he kapinga hei tikiake i konei.',
  making: 'Kei te hanga ngā kōnae. Hoki mai ā tētahi wā poto.',
  terms: 'Raihana',
  licence: 'Ka taea te whakamahi i ēnei raraunga i raro i te',
  attribution: 'Whakahuatia tēnei ina whakamahia: {attribution}',
  formats:
    'Kei te GeoPackage me te GeoJSON te rohe o ia tuku, i te WGS 84 (te ahopou me te ahopae). Kei te CSV ngā tuku, kāore ō rātou rohe.',
  version: 'Putanga {version}, nō te {day}',
  newer: 'Kua whakaputaina te putanga {version}; kei te hanga ōna kōnae.',
  whole: 'Te katoa',
  technologies: 'Mā te hangarau',
  providers: 'Mā te kaiwhakarato',
  areas: '{set}: kua tapahia ki ō rātou rohenga',
  what: 'He aha',
  file: '{what} hei {format}, {size}',
  checksums: 'Te SHA-256 o ia kōnae',
  earlier: 'Ngā putanga o mua',
  catalogue: 'Te rārangi mō ngā tomokanga raraunga (DCAT, JSON)',
};
