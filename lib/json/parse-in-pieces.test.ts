import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tries } from '#tests/support/long.ts';
import { parseJsonInPieces } from './parse-in-pieces.ts';

const atOnce = async () => undefined;
const padding = ' '.repeat(20_000);

async function outcomeOf(parse: () => unknown): Promise<unknown> {
  try {
    return { value: await parse() };
  } catch {
    return 'not JSON';
  }
}

async function expectSame(text: string): Promise<void> {
  const [made, expected] = [
    await outcomeOf(() => parseJsonInPieces(text, atOnce)),
    await outcomeOf(() => JSON.parse(text)),
  ];
  expect(made).toEqual(expected);
}

test('any value is the one that JSON.parse makes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.json({ maxDepth: 6 }), (text) => expectSame(text + padding)),
    { numRuns: tries(300, 10_000) },
  );
});

test('a text with something wrong in it is refused exactly when JSON.parse refuses it', async () => {
  const noise = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"',
    '0',
    '-',
    'e',
    '.',
    '\\',
    'null',
    '\u001e',
    '\ufeff',
    'ā',
  );
  await fc.assert(
    fc.asyncProperty(fc.json({ maxDepth: 3 }), fc.nat(), noise, (text, at, added) => {
      const place = at % (text.length + 1);
      return expectSame(text.slice(0, place) + added + text.slice(place) + padding);
    }),
    { numRuns: tries(600, 20_000) },
  );
});

test.each([
  ['nothing', ''],
  ['two values', '1 2'],
  ['a record separator', '\u001e{}'],
  ['a repeated name', '{"a":1,"a":[2]}'],
  ['__proto__', '{"__proto__":{"polluted":1},"a":{"__proto__":2}}'],
  ['numbers', '[-0,1e999,0.1e-7,123456789012345678901234567890]'],
  ['great depth', '['.repeat(500) + ']'.repeat(500)],
  ['an open list', '[1,'],
])('%s', async (_, text) => {
  await expectSame(text + padding);
});

test('a long text is read in pieces', async () => {
  let pieces = 0;
  const text = JSON.stringify({ points: Array.from({ length: 10_000 }, (_, place) => [place, `${place}`]) });
  const value = await parseJsonInPieces(text, async () => void pieces++);
  expect(value).toEqual(JSON.parse(text));
  expect(pieces).toBeGreaterThan(0);
});
