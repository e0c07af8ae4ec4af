/** Reasons to refuse a field of a form, a command or a request. */
export const fieldWords = {
  /** A sentence as it was recorded before refusals had codes. */
  worded: ({ sentence }: { sentence: string }) => sentence,
  fields: () => 'Fix the highlighted fields.',
  'text-expected': () => 'Enter text here.',
  'too-long': ({ most }: { most: number }) => `Enter at most ${most.toLocaleString('en-NZ')} characters.`,
  'one-line': () => 'Enter one line of text.',
  required: () => 'Fill this in.',
  'not-an-email': () => 'Enter an email address, such as jo@example.nz.',
  'not-a-limit': ({ most }: { most: number }) =>
    `Enter a whole number from 1 to ${most.toLocaleString('en-NZ')}, or leave this empty for the default.`,
  'not-a-time': () => 'Enter a day of the calendar and a time, such as 23/11/2026 2:05 pm, or leave this empty.',
  'not-a-day': () => 'Enter a day of the calendar from the year 2000 on, such as 23/11/2026.',
  /** `name`: of what exists. */
  'name-looks-taken': ({ name, isRetired }: { name: string; isRetired: boolean }) =>
    `${name} already exists${isRetired ? ' and is retired' : ''}: names that differ only in macrons, capitals or spaces are the same.`,
  'not-a-choice': () => 'Choose one of the options.',
  'not-a-row': () => 'This is not a valid record number.',
  invalid: () => 'This value is not valid.',
} as const;
