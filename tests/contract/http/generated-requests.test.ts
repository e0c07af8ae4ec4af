import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { keys } from '#tests/support/fixture.ts';
import type { Answered, Asked } from '#tests/support/http.ts';
import { askBy } from '#tests/support/lanes.ts';
import { tries } from '#tests/support/long.ts';
import { documentChecks, type Operation } from '#tests/support/openapi/document-checks.ts';
import { bodyOf, parameterValue, queryOf } from '#tests/support/openapi/generated-values.ts';

// asks a running server what its own document describes, rightly and wrongly, and checks what comes against the document

let checks: ReturnType<typeof documentChecks>;
beforeAll(async () => {
  checks = documentChecks(JSON.parse((await askBy('server', { target: '/openapi.json' })).body));
});

const someKeys = fc.oneof(
  { weight: 6, arbitrary: fc.constant(keys.generated) },
  { weight: 1, arbitrary: fc.constantFrom(keys.first, keys.second, keys.revoked, keys.expired, '', 'x'.repeat(40)) },
);
/** Refusals are limited for each address, so strangers come from many. */
const addresses = fc.tuple(fc.integer({ min: 4, max: 250 }), fc.integer({ min: 1, max: 250 }));

/** A request of an operation: most of its parameters are as the document says, some are not. */
function requestOf({ path, method, operation }: Operation): fc.Arbitrary<Asked> {
  const given = (place: string) => operation.parameters.filter((parameter) => parameter.in === place);
  return fc
    .record({
      path: fc.tuple(...given('path').map((parameter) => parameterValue(parameter))),
      query: fc.tuple(...given('query').map(queryOf)),
      body: bodyOf(operation.requestBody),
      key: someKeys,
      isInQuery: fc.boolean(),
      isRegistrar: fc.integer({ min: 0, max: 9 }),
      from: addresses,
    })
    .map(({ path: values, query, body, key, isInQuery, isRegistrar, from }) => {
      const names = given('path').map(({ name }) => name);
      const filled = names.reduce(
        (text, name, at) => text.replace(`{${name}}`, encodeURIComponent(String(values[at])) || '0'),
        path,
      );
      const parameters = [...query.flat(), ...(isInQuery ? [`api_key=${key}`] : [])].join('&');
      const headers: Record<string, string> = {
        ...(isInQuery ? {} : { 'X-Api-Key': key }),
        ...(body.type === undefined ? {} : { 'Content-Type': body.type }),
      };
      return {
        target: parameters === '' ? filled : `${filled}?${parameters}`,
        method: method.toUpperCase(),
        headers,
        ...(body.text === undefined ? {} : { body: body.text }),
        from: isRegistrar > 0 ? '127.0.0.1' : `127.${from[0]}.0.${from[1]}`,
      };
    });
}

test('every operation answers generated requests as the document says', async () => {
  for (const operation of checks.operations()) {
    const { operationId } = operation.operation;
    const seen = new Set<number>();
    await fc.assert(
      fc.asyncProperty(requestOf(operation), async (request) => {
        const answered: Answered = await askBy('server', request);
        seen.add(answered.status);
        expect(checks.problemsOf(operation, answered)).toEqual([]);
      }),
      { numRuns: tries(20, 200), seed: 20 },
    );
    if (operation.method === 'head') continue;
    // it answered something rightly
    const isRight = (status: number) => status < 300 || status === 404 || status === 410;
    expect([...seen].some(isRight), `${operationId}: ${[...seen].join(', ')}`).toBe(true);
  }
});

test('an answer that the document does not describe is found', async () => {
  const operation = checks.operations().find(({ operation: { operationId } }) => operationId === 'providers');
  if (operation === undefined) throw new Error('The document has no list of providers.');
  const headers = { 'X-Api-Key': keys.generated };
  const answered = await askBy('server', { target: '/api/2.0/providers', headers });
  expect(checks.problemsOf(operation, answered)).toEqual([]);
  const changed: [Partial<Answered>, RegExp][] = [
    [{ status: 418 }, /status 418/],
    [{ body: '{"providers":[{"name":"x"}]}' }, /must have required property/],
    [{ headers: { ...answered.headers, 'x-new': '1' } }, /header x-new/],
    [{ headers: { ...answered.headers, ratelimit: 'none' } }, /header ratelimit/],
    [{ headers: { ...answered.headers, 'content-type': 'text/html' } }, /content type/],
  ];
  for (const [change, problem] of changed)
    expect(checks.problemsOf(operation, { ...answered, ...change })).toContainEqual(expect.stringMatching(problem));
});
