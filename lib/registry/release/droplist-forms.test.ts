import { expect, test } from 'vitest';
import type { DroplistEntry } from './droplist.ts';
import { DroplistForms } from './droplist-forms.ts';
import { type DroplistQuestion, readDroplistQuestion } from './droplist-question.ts';
import { droplistText } from './droplist-text.ts';

const changedAt = Date.parse('2026-11-20T00:00:34+13:00');
const entries = Array.from(
  { length: 3000 },
  (_, place): DroplistEntry => ({
    domain: `name-${place}.${place % 2 === 0 ? 'co.nz' : 'nz'}`,
    registered: 1_500_000_000,
    cancelled: 1_787_000_000,
    drop: changedAt + 86_400_000,
  }),
);

function question(query: string): DroplistQuestion {
  const read = readDroplistQuestion(query);
  return read.ok ? read.question : expect.fail(read.reason.code);
}

test('every form is built once, for the whole list and for filtered ones', () => {
  const forms = new DroplistForms(entries, changedAt);
  for (const query of ['', 'format=csv', 'format=ndjson', 'suffix=nz', 'suffix=nz&format=csv', 'contains=77']) {
    expect(forms.representation(question(query))).toBe(forms.representation(question(query)));
  }
});

test('a default given explicitly is the same form', () => {
  const forms = new DroplistForms(entries, changedAt);
  expect(forms.representation(question('format=json&unknown=1'))).toBe(forms.representation(question('')));
});

test('each form and encoding has its own tag', () => {
  const forms = new DroplistForms(entries, changedAt);
  const tags = ['', 'format=csv', 'format=ndjson', 'suffix=nz', 'suffix=co.nz', 'suffix=nz&format=csv'].flatMap(
    (query) =>
      (['identity', 'gzip', 'br'] as const).map((encoding) => forms.representation(question(query)).tag(encoding)),
  );
  expect(new Set(tags).size).toBe(18);
});

test('a filtered body has the names that match, in order', () => {
  const form = new DroplistForms(entries, changedAt).representation(question('suffix=nz'));
  const left = entries.filter(({ domain }) => !domain.endsWith('.co.nz'));
  expect(Buffer.from(form.body('identity')).toString()).toBe(droplistText(left, 'json'));
});

test('every form of the whole list is kept, but only the most recent megabytes of filtered forms', () => {
  const forms = new DroplistForms(entries, changedAt);
  const whole = forms.representation(question(''));
  const half = forms.representation(question('suffix=nz'));
  const first = forms.representation(question('contains=name-0'));
  // each body has about 600 kB, and this one is requested repeatedly
  for (const letter of 'name-') {
    forms.representation(question(`contains=${letter}`));
    expect(forms.representation(question('suffix=nz'))).toBe(half);
  }
  forms.representation(question('contains=am'));
  forms.representation(question('contains=me'));
  expect(forms.representation(question('suffix=nz'))).toBe(half);
  expect(forms.representation(question(''))).toBe(whole);
  const again = forms.representation(question('contains=name-0'));
  expect(again).not.toBe(first);
  expect(again.tag('identity')).toBe(first.tag('identity'));
});
