/** Saying that an answer is wrong. */
export const report = {
  'report.open': 'Something is wrong here',
  'report.title': 'Say what is wrong here',
  'report.shown': 'This page says: “{answer}”',
  'report.what': 'What is wrong?',
  'report.what-hint': 'For instance: fibre was laid in our street last month, but it is not listed.',
  'report.email': 'Your e-mail address, if you would like an answer',
  'report.email-hint': 'It is deleted after 90 days.',
  'report.what-is-kept':
    'We keep the point, what this page says of it and what you write. Please write nothing about other people.',
  'report.send': 'Send',
  'report.sending': 'Sending…',
  'report.kept': 'Thank you. Your report has the number {number}; somebody will look into it.',
  'report.no-what': 'Write what is wrong.',
  'report.no-email': 'Write an e-mail address such as jo@example.nz, or leave this empty.',
  'report.refused': 'It could not be taken as it stands. Wait a moment, look it over and send it again.',
  'report.limit': 'That was a lot of reports. Please send this one later, or write to {email}.',
  'report.offline': 'You are offline. What you wrote stays here: connect to the internet, then send it again.',
  'report.fault': 'It could not be sent. What you wrote stays here: try again in a moment, or write to {email}.',
} as const;
