import { expect, test } from 'vitest';
import { wordsOf } from '#tests/support/refusals.ts';
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

test('a report is read without the characters that would mislead its readers', () => {
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
  [{ latitude: '-41.28660001' }, { code: 'report-without-point' }],
  [{ latitude: -41 }, { code: 'report-without-point' }],
  [{ latitude: '-50' }, { code: 'report-without-point' }],
  [{ what: ' \n ' }, { code: 'report-empty' }],
  [{ what: undefined }, { code: 'report-empty' }],
  [{ what: 'x'.repeat(2001) }, { code: 'report-too-long', length: 2001, most: 2000 }],
  [{ email: 'jo' }, { code: 'report-email-invalid' }],
  [{ email: `${'j'.repeat(250)}@example.nz` }, { code: 'report-email-invalid' }],
  [{ email: 'jo@example.nz, me@example.nz' }, { code: 'report-email-invalid' }],
  [{ website: 'https://spam.example' }, { code: 'report-trap-filled' }],
  [{ seconds: 1.9 }, { code: 'report-too-quick' }],
  [{ seconds: '60' }, { code: 'report-too-quick' }],
])('%j is refused', (changes, reason) => {
  expect(read(changes)).toEqual({ ok: false, reason });
});

test('a text that is too long is refused with its length and the limit', () => {
  const parsed = read({ what: 'x'.repeat(2001) });
  expect(parsed.ok ? '' : wordsOf(parsed.reason)).toBe('"what" has 2001 characters; at most 2000 are kept.');
});

test.each(['', '[', 'null', '"text"', '7'])('the body %s is refused', (body) => {
  expect(parseVisitorReport(body)).toEqual({ ok: false, reason: { code: 'report-not-json' } });
});
