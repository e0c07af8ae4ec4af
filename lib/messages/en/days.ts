/** Calendar days, and the day of the data. */
export const days = {
  'answer.as-of': 'Data as of {day}',
  'answer.as-of-between': 'Data from between {oldest} and {newest}',
  'day.written': '{day}\u00a0{month}\u00a0{year}',
  'month.1': 'January',
  'month.2': 'February',
  'month.3': 'March',
  'month.4': 'April',
  'month.5': 'May',
  'month.6': 'June',
  'month.7': 'July',
  'month.8': 'August',
  'month.9': 'September',
  'month.10': 'October',
  'month.11': 'November',
  'month.12': 'December',
} as const;
