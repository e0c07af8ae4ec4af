/** Reporting a wrong answer. */
export const report = {
  'report.open': 'He hē tētahi mea i konei',
  'report.title': 'Kīia mai he aha te hē',
  'report.shown': 'E kī ana tēnei whārangi: “{answer}”',
  'report.what': 'He aha te hē?',
  'report.what-hint':
    'Hei tauira: i whakatakotoria te kaka karāhe ki tō mātou tiriti i tērā marama, engari kāore i konei.',
  'report.email': 'Tō wāhitau īmēra, mehemea ka hiahia whakautu koe',
  'report.email-hint': 'Ka mukua ā muri i ngā rā e 90.',
  'report.what-is-kept':
    'Ka puritia te wāhi, ngā kupu a tēnei whārangi mō taua wāhi, me āu kupu. Tēnā, kaua e tuhi mō ētahi atu tāngata.',
  'report.send': 'Tukua',
  'report.sending': 'E tuku ana…',
  'report.kept': 'Ngā mihi. Ko te tau o tō pūrongo ko {number}; ka tirohia e tētahi.',
  'report.no-what': 'Tuhia he aha te hē.',
  'report.no-email': 'Tuhia he wāhitau īmēra pērā i te jo@example.nz, waiho rānei kia noho kau.',
  'report.refused': 'Kāore i taea te tango. Taihoa iti, tirohia anō, kātahi ka tuku anō.',
  'report.limit': 'He maha rawa ngā pūrongo. Tukua tēnei ā muri ake, tuhi mai rānei ki {email}.',
  'report.offline': 'Kei te tuimotu koe. Ka mau tonu āu kupu ki konei: hono ki te ipurangi, kātahi ka tuku anō.',
  'report.fault': 'Kāore i taea te tuku. Ka mau tonu āu kupu ki konei: tukua anō ākuanei, tuhi mai rānei ki {email}.',
} as const;
