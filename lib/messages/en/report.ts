/** Reporting a wrong answer. */
export const report = {
  'report.open': 'Report a mistake here',
  'report.title': 'What is wrong here',
  'report.shown': 'This page says: “{answer}”',
  'report.what': 'What is wrong?',
  'report.what-hint': 'For example: fibre was installed in our street last month, but it is not listed.',
  'report.email': 'Your email address, if you would like a reply',
  'report.email-hint': 'It is deleted after 90 days.',
  'report.what-is-kept':
    'We keep the point, what this page says about it and what you write. Please do not write about other people.',
  'report.send': 'Send',
  'report.sending': 'Sending…',
  'report.kept': 'Thank you. Your report is number {number}; someone will look into it.',
  'report.no-what': 'Enter what is wrong.',
  'report.no-email': 'Enter an email address such as jo@example.nz, or leave this empty.',
  'report.refused': 'We could not accept this report. Wait a moment, check it and send it again.',
  'report.limit': 'Too many reports. Please send this one later, or write to {email}.',
  'report.offline': 'You are offline. What you wrote stays here: connect to the internet, then send it again.',
  'report.fault': 'It could not be sent. What you wrote stays here: try again in a moment, or write to {email}.',
} as const;
