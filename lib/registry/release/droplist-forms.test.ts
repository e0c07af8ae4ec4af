import { expect, test } from 'vitest';
import { atOnce, droplistText } from '#tests/models/droplist.ts';
import type { DroplistEntry } from './droplist.ts';
import { droplistForms } from './droplist-forms.ts';
import { type DroplistQuestion, readDroplistQuestion } from './droplist-question.ts';

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

test('every form is built once, for the whole list and for filtered ones', async () => {
  const forms = droplistForms(entries, changedAt);
  for (const query of ['', 'format=csv', 'format=ndjson', 'suffix=nz', 'suffix=nz&format=csv', 'contains=77']) {
    expect(await forms.form(question(query), atOnce)).toBe(await forms.form(question(query), atOnce));
  }
});

test('a default given explicitly is the same form', async () => {
  const forms = droplistForms(entries, changedAt);
  expect(await forms.form(question('format=json&unknown=1'), atOnce)).toBe(await forms.form(question(''), atOnce));
});

test('each form and encoding has its own tag', async () => {
  const forms = droplistForms(entries, changedAt);
  const tags: string[] = [];
  for (const query of ['', 'format=csv', 'format=ndjson', 'suffix=nz', 'suffix=co.nz', 'suffix=nz&format=csv']) {
    const form = await forms.form(question(query), atOnce);
    tags.push(form.tag('identity'), form.tag('gzip'), form.tag('br'));
  }
  expect(new Set(tags).size).toBe(18);
});

test('callers who ask for the same form while it is made get the same one', async () => {
  const forms = droplistForms(entries, changedAt);
  const [first, second] = await Promise.all([
    forms.form(question('suffix=nz'), atOnce),
    forms.form(question('suffix=nz'), atOnce),
  ]);
  expect(first).toBe(second);
  expect(forms.form(question('suffix=nz'), atOnce)).toBe(first);
});

test('a form that could not be made is made again, and does not keep others from being made', async () => {
  const forms = droplistForms(entries, changedAt);
  const fail = () => Promise.reject(new Error('failed'));
  const [failed, other] = await Promise.allSettled([
    forms.form(question('suffix=nz'), fail),
    forms.form(question('suffix=co.nz'), atOnce),
  ]);
  expect(failed.status).toBe('rejected');
  expect(other.status).toBe('fulfilled');
  expect((await forms.form(question('suffix=nz'), atOnce)).byteLength).toBeGreaterThan(1000);
});

test('a filtered body has the names that match, in order', async () => {
  const form = await droplistForms(entries, changedAt).form(question('suffix=nz'), atOnce);
  const left = entries.filter(({ domain }) => !domain.endsWith('.co.nz'));
  expect(Buffer.from(await form.body('identity')).toString()).toBe(await droplistText(left, 'json'));
});

test('every form of the whole list is kept, but only the most recent megabytes of filtered forms', async () => {
  const forms = droplistForms(entries, changedAt);
  const whole = await forms.form(question(''), atOnce);
  const half = await forms.form(question('suffix=nz'), atOnce);
  const first = await forms.form(question('contains=name-0'), atOnce);
  // each body has about 600 kB, and this one is requested repeatedly
  for (const letter of 'name-') {
    await forms.form(question(`contains=${letter}`), atOnce);
    expect(await forms.form(question('suffix=nz'), atOnce)).toBe(half);
  }
  await forms.form(question('contains=am'), atOnce);
  await forms.form(question('contains=me'), atOnce);
  expect(await forms.form(question('suffix=nz'), atOnce)).toBe(half);
  expect(await forms.form(question(''), atOnce)).toBe(whole);
  const again = await forms.form(question('contains=name-0'), atOnce);
  expect(again).not.toBe(first);
  expect(again.tag('identity')).toBe(first.tag('identity'));
});
