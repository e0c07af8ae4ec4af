import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { callerSessionMs, requestDays, unconfirmedDays } from '#lib/access/requests.ts';
import { openApiDocument } from '#lib/openapi/document.ts';
import { messageDays } from '#lib/outbox/retry.ts';
import { emailKeptDays } from '#lib/reports/visitor-report.ts';
import { addressDays } from '#lib/usage/batch.ts';
import { apiNewsOf, atomFeed } from './api-news.ts';
import { endpoints } from './endpoints.ts';
import { assumedText, guideText, requireSection, sectionsOf } from './guides.ts';
import { callOf, snippetOf } from './snippets.ts';

const read = (file: string) => readFileSync(join(import.meta.dirname, '../..', file), 'utf8');

test('the document lets new members come, and has a location as a list of two', () => {
  const { components } = openApiDocument() as { components: { schemas: Record<string, object> } };
  expect(JSON.stringify(components.schemas)).not.toContain('"additionalProperties":false');
  expect(components.schemas.Location).toMatchObject({ type: 'array', minItems: 2, maxItems: 2 });
  expect(components.schemas.Location).toHaveProperty('items.type', 'string');
  expect(components.schemas.Location).not.toHaveProperty('prefixItems');
});

test.each(['1', '1773142', '123456789012345', 'a1-0abc123'])('the document knows the address id %s', (id) => {
  const { components } = openApiDocument() as {
    components: { schemas: { Address: { properties: { id: { pattern: string } } } } };
  };
  expect(id).toMatch(new RegExp(components.schemas.Address.properties.id.pattern));
});

describe('endpoints', () => {
  test('are all operations of the document that answer with a body, each with a request to start with', () => {
    const { paths } = openApiDocument() as { paths: Record<string, Record<string, { operationId: string }>> };
    const ids = Object.values(paths).flatMap(({ get, post }) => [get, post].flatMap((one) => one?.operationId ?? []));
    expect(endpoints().map(({ id }) => id)).toEqual(ids);
    for (const { id, method, sample, parameters, statuses } of endpoints()) {
      expect(sample.body !== undefined, id).toBe(method === 'POST');
      const missing = parameters.filter(({ name, required }) => required && !sample.values[name]);
      expect(missing, id).toEqual([]);
      expect(statuses.map(({ status }) => status)).toContain('429');
    }
  });

  test('show only errors that they answer', () => {
    const errorsOf = (wanted: string) =>
      Object.fromEntries(
        (endpoints().find(({ id }) => id === wanted)?.statuses ?? []).map(({ status, examples }) => [
          status,
          examples.map(({ name }) => name),
        ]),
      );
    expect(errorsOf('droplist')).toMatchObject({
      400: ['parameter-not-one-of', 'date-invalid', 'not-an-escape'],
      403: ['not-on-an-allowlist'],
      429: ['limit-reached'],
    });
    expect(errorsOf('droplist')).not.toHaveProperty('401');
    expect(errorsOf('nameAvailability')[400]).not.toContain('body-not-json');
    expect(errorsOf('nameAvailabilityByPost')[400]).toContain('body-not-json');
    expect(errorsOf('bulkAvailability')[429]).toContain('bulk-request-running');
    expect(errorsOf('pointAvailability')).toMatchObject({ 403: ['scope-missing'], 429: ['limit-reached'] });
  });

  test('say of every field its type, when it is there and what it means', () => {
    const fields = endpoints().flatMap(({ forms }) => forms.flatMap((form) => form.fields));
    expect(fields.filter(({ type, description }) => type === '' || description === '')).toEqual([]);
    expect(fields.filter(({ presence }) => presence.includes('it is known'))).toEqual([]);
    const first = endpoints().find(({ id }) => id === 'pointAvailability1');
    const shown = Object.fromEntries((first?.forms[0]?.fields ?? []).map((field) => [field.path, field]));
    expect(shown['results[].providers[].bandwidth_max_mbps']?.type).toBe('number, Mbps');
    expect(shown['results[].completion']?.presence).toBe(
      'if `availability` is `Planned` or `Underway`, and a provider says when',
    );
    const figures = endpoints().find(({ id }) => id === 'figuresOfAreas')?.forms[0]?.fields ?? [];
    expect(figures.find(({ path }) => path === 'figures[].addresses')?.type).toBe('whole number or null');
    const lines = endpoints().find(({ id }) => id === 'bulkAvailability');
    expect(lines?.forms.map(({ description }) => description)).toHaveLength(4);
  });

  test('send what their form has for headers', () => {
    const list = endpoints().find(({ id }) => id === 'droplist');
    const post = endpoints().find(({ id }) => id === 'nameAvailabilityByPost');
    if (list === undefined || post === undefined) throw new Error('No endpoint');
    const call = callOf(list, { 'If-None-Match': ' "it\'s" ' }, undefined, 'https://watea.example');
    expect(call.headers).toEqual([['If-None-Match', '"it\'s"']]);
    expect(snippetOf('curl', call)).toContain(`-H 'If-None-Match: "it'\\''s"'`);
    expect(snippetOf('JavaScript', call)).toContain(`headers: { 'If-None-Match': '"it\\'s"' }`);
    expect(snippetOf('Python', call)).toContain(`headers={"If-None-Match": "\\"it's\\""}`);
    expect(snippetOf('PHP', call)).toContain(`'header' => ['If-None-Match: "it\\'s"']`);
    expect(callOf(post, {}, post.sample.body, 'https://watea.example').headers).toEqual([
      ['Content-Type', 'application/json'],
    ]);
  });

  test('make a request of any values, escaped', () => {
    const [names] = endpoints();
    if (names === undefined) throw new Error('No endpoint');
    const values = { string: '', 'domains[]': 'kōwhai.nz\n a&b=c.nz \n' };
    const { url } = callOf(names, values, undefined, 'https://watea.example');
    expect(url).toBe('https://watea.example/1.0/availability?domains[]=k%C5%8Dwhai.nz&domains[]=a%26b%3Dc.nz');
  });
});

test('a snippet quotes what a language would expand', () => {
  const body = { type: 'application/json', text: '{"a":"it\'s $HOME \\\\ `x`"}' };
  const call = { method: 'POST', url: 'http://localhost/a', isKeyed: true, headers: [], body } as const;
  expect(snippetOf('curl', call)).toContain(`--data-binary '{"a":"it'\\''s $HOME \\\\ \`x\`"}'`);
  expect(snippetOf('PHP', call)).toContain(`'content' => '{"a":"it\\'s $HOME \\\\\\\\ \`x\`"}'`);
  expect(snippetOf('JavaScript', call)).toContain(`body: '{"a":"it\\'s $HOME \\\\\\\\ \`x\`"}'`);
  expect(snippetOf('Python', call)).toContain(`data=${JSON.stringify(body.text)}.encode()`);
});

describe('sections', () => {
  const page = '# A\n\nx\n\n```\n# no heading\n```\n\n## <a id="b"></a>B: b\n\ny\n\n### C\n\nz\n\n## D';
  test('end at the next heading of their level, and code has none', () => {
    expect(sectionsOf(page).map(({ level, heading }) => [level, heading])).toEqual([
      [1, 'A'],
      [2, 'B: b'],
      [3, 'C'],
      [2, 'D'],
    ]);
    expect(requireSection(page, 'B:')).toBe('## <a id="b"></a>B: b\n\ny\n\n### C\n\nz');
  });

  test('that no longer exist are an error, not an empty page', () => {
    expect(() => requireSection(page, 'E')).toThrow('No section "E"');
  });

  test.each(['errors', 'limits', 'dates', 'names', 'sandbox', 'files'] as const)(
    'the guide %s has its sections',
    (name) => {
      expect(guideText(name, read).length).toBeGreaterThan(500);
    },
  );

  test('what is assumed is every row of the contract that says so', () => {
    const text = assumedText(read);
    for (const row of ['R4: status codes', 'R8: dates', 'N13: version 2.0']) expect(text).toContain(row);
    expect(text).not.toContain('R12:');
  });
});

test('the page on privacy says how long each is kept', () => {
  const page = read('docs/developers/privacy.md');
  for (const days of [`${requestDays} days; ${unconfirmedDays} days if`, `${messageDays} days`, `${addressDays} days`])
    expect(page).toContain(days);
  expect(page).toContain(`the email address ${emailKeptDays} days`);
  expect(page).toContain(`sign-ins ${callerSessionMs / 3_600_000} hours`);
});

describe('the feed', () => {
  const page = '# News\n\n## 2026-12-01: A `<b>` & c\n\n- second & last\n\n## 2026-11-01: The first\n\nfirst\n';
  test('has an entry for each of the news, newest first, escaped', () => {
    const feed = atomFeed(apiNewsOf(page), 'https://watea.example');
    expect([...feed.matchAll(/<id>(.*)<\/id>/g)].map(([, id]) => id)).toEqual([
      'https://watea.example/developers/changes',
      'https://watea.example/developers/changes#2026-12-01-a---c',
      'https://watea.example/developers/changes#2026-11-01-the-first',
    ]);
    expect(feed).toContain('<updated>2026-12-01T00:00:00Z</updated>');
    expect(feed).toContain('- second &amp; last');
  });

  test('is made of our news, of which each has a day and a title, the newest first', () => {
    const days = apiNewsOf(read('docs/developers/changes.md')).map(({ day }) => day);
    expect(days).toEqual(days.toSorted().toReversed());
    expect(days.at(-1)).toBe('2026-11-22');
    expect(() => apiNewsOf('## Soon\n\ntext')).toThrow('No day and title: "Soon"');
  });
});
