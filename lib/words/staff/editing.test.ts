import { expect, test } from 'vitest';
import { noControls } from '#lib/words/controls.ts';
import { reasonWords } from '#lib/words/reason-words.ts';

const at = Date.parse('2026-11-23T12:41:00+13:00');

test.each([
  [{ who: 'ana@watea.example', at }, 'ana@watea.example changed this at 12:41 pm on 23 November 2026'],
  [{ who: 'command line', at }, 'somebody on the command line changed this at 12:41 pm on 23 November 2026'],
  [{}, 'somebody else changed this meanwhile'],
])('a refused edit says who was faster, and when: %j', (by, words) => {
  const reason = { code: 'changed-meanwhile', revision: 7, ...by } as const;
  expect(reasonWords(reason, noControls)).toBe(`Nothing was saved, because ${words}.`);
  const field = reasonWords({ code: 'field-changed-meanwhile', present: 1, ...by }, noControls);
  expect(field.toLowerCase()).toBe(`${words.toLowerCase()}.`);
});
