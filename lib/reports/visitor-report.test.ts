import { expect, test } from 'vitest';
import { parseVisitorReport } from './visitor-report.ts';

const given = {
  latitude: '-41.2866',
  longitude: '174.7756',
  what: ' Fibre\r\nis here\u0007 since May.\u202e ',
  email: ' jo@example.nz ',
  shown: 'Available here: ADSL.',
  website: '',
  seconds: 12,
};
const read = (changes: object) => parseVisitorReport(JSON.stringify({ ...given, ...changes }));

test('a report is read, without what would harm those who read it', () => {
  expect(read({})).toEqual({
    ok: true,
    report: {
      point: { x: 1_747_756_000 - 1_800_000_000, y: -412_866_000 },
      what: 'Fibre\nis here  since May.',
      email: 'jo@example.nz',
      shown: 'Available here: ADSL.',
    },
  });
  expect(read({ email: undefined, shown: 7 })).toMatchObject({ ok: true, report: { email: undefined, shown: '' } });
  expect(read({ shown: 'x'.repeat(5000) })).toMatchObject({ report: { shown: 'x'.repeat(2000) } });
});

test.each([
  [{ latitude: '-41.28660001' }, 'Give "latitude" and "longitude"'],
  [{ latitude: -41 }, 'Give "latitude" and "longitude"'],
  [{ latitude: '-50' }, 'Give "latitude" and "longitude"'],
  [{ what: ' \n ' }, 'Say in "what" what is wrong.'],
  [{ what: undefined }, 'Say in "what" what is wrong.'],
  [{ what: 'x'.repeat(2001) }, '"what" has 2001 characters; at most 2000 are kept.'],
  [{ email: 'jo' }, '"email" is no e-mail address'],
  [{ email: `${'j'.repeat(250)}@example.nz` }, '"email" is no e-mail address'],
  [{ email: 'jo@example.nz, me@example.nz' }, '"email" is no e-mail address'],
  [{ website: 'https://spam.example' }, '"website" must be left empty.'],
  [{ seconds: 1.9 }, 'That was sent very quickly.'],
  [{ seconds: '60' }, 'That was sent very quickly.'],
])('%j is refused', (changes, sentence) => {
  const parsed = read(changes);
  expect(parsed.ok ? '' : parsed.sentence).toContain(sentence);
});

test.each(['', '[', 'null', '"text"', '7'])('the body %s is refused', (body) => {
  expect(parseVisitorReport(body)).toEqual({ ok: false, sentence: 'The body is no JSON object.' });
});
