/** Header, footer and error pages. */
export const site = {
  'site.title': 'Wātea: kei hea te ipurangi tere',
  'site.description':
    'Kōwhiria he wāhi i te mahere o Aotearoa kia kite ko ēhea momo ipurangi tere e wātea ana i reira, nā wai, he pēhea te tere, he aha hoki kua whakamaherea.',
  'site.sentence': 'Te ipurangi tere i Aotearoa, ia wāhi, ia wāhi',
  'site.language': 'Reo',
  'site.name-meaning': 'Ko te tikanga o {name}: kāore e noho rawatia ana.',
  'site.coastline': 'Takutai: {source}, LGPL-3.0.',
  'site.developers': 'Mā ngā kaiwhakawhanake: ngā API me ngā kī',
  'site.demonstration': 'He raraunga whakaatu noa.',
  'site.demonstration-what': 'He mea tito ngā kaiwhakarato, ngā tere me ngā rohe e whakaaturia ana ki konei.',
  'site.no-page': 'Kāore he whārangi i tēnei wāhitau',
  'site.no-page-why': 'Tērā pea he tawhito te hono, kua ngaro rānei tētahi pū.',
  'site.to-map': 'Haere ki te mahere',
  'site.page-fault': 'I hē tētahi mea i tō mātou taha',
  'site.page-fault-text': 'Kāore i taea te hanga i te whārangi. Ka tika pea ki te whakamātau anō koe ākuanei.',
  'site.page-fault-number': 'Ki te tuhi mai koe mō tēnei, tēnā tuhia hoki te tau {number}.',
  'site.try-again': 'Whakamātau anō',
  'site.starting': 'Kei te tīmata a Wātea',
  'site.starting-text': 'He torutoru hēkona noa. Kātahi ka uta aunoa te whārangi.',
  'site.busy': 'Kei te pukumahi a Wātea',
  'site.busy-text': 'Kāore i taea te hanga i te whārangi ināianei. Tēnā whakamātau anō ākuanei.',
  'site.limit': 'He maha rawa ngā whārangi i te wā kotahi',
  'site.limit-text':
    'He tepe kei reira, kia tere tonu ai te ratonga mō te katoa. Taria he wā poto, kātahi ka whakamātau anō.',
  'list.and': '{first} me {last}',
} as const;
