/** Calendar days, and the day of the data. */
export const days = {
  'answer.as-of': 'Nō te {day} ngā raraunga',
  'answer.as-of-between': 'Nō waenga i te {oldest} me te {newest} ngā raraunga',
  'day.written': '{day} o {month} {year}',
  'month.1': 'Kohitātea',
  'month.2': 'Huitanguru',
  'month.3': 'Poutūterangi',
  'month.4': 'Paengawhāwhā',
  'month.5': 'Haratua',
  'month.6': 'Pipiri',
  'month.7': 'Hōngongoi',
  'month.8': 'Hereturikōkā',
  'month.9': 'Mahuru',
  'month.10': 'Whiringa-ā-nuku',
  'month.11': 'Whiringa-ā-rangi',
  'month.12': 'Hakihea',
} as const;
