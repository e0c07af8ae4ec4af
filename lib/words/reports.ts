/** Why a visitor's report, or a change to one, is refused. Quoted names are members of the request. */
export const reportWords = {
  'answer-not-asked': () => 'This report is not about your coverage.',
  'delivery-needed': () => 'Choose the delivery that corrects it.',
  'delivery-without-correction': () => 'Only a correction names a delivery.',
  'no-such-delivery': ({ delivery }: { delivery: number }) => `There is no delivery ${delivery} of this provider.`,
  'answer-words-needed': () => 'Say why, in a sentence or two.',
  'report-gone': () => 'This report does not exist.',
  'report-not-json': () => 'The body is no JSON object.',
  'report-without-point': () => 'Give "latitude" and "longitude" of a point in the service coverage area, as text.',
  'report-empty': () => 'Say in "what" what is wrong.',
  'report-too-long': ({ length, most }: { length: number; most: number }) =>
    `"what" has ${length} characters; at most ${most} are kept.`,
  'report-email-invalid': () => '"email" is not an email address; it may be left empty.',
  'report-trap-filled': () => '"website" must be left empty.',
  'report-too-quick': () => 'That was sent very quickly. Wait a moment, then send it again.',
} as const;
