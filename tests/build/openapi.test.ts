import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { describe, expect, test } from 'vitest';
import { type PublicPath, publicPaths } from '#lib/http/public-paths.ts';
import { openApiDocument } from '#lib/openapi/document.ts';
import { openPaths, operations } from '#lib/openapi/operations.ts';
import { documentMark } from '#scripts/client-types.ts';

/** What Redocly's strictest rules find in a document. */
async function problemsOf(document: unknown): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended-strict'] });
  const source = JSON.stringify(document);
  const problems = await lintFromString({ source, config, absoluteRef: '/openapi.json' });
  return problems.map(({ ruleId, message }) => `${ruleId}: ${message}`);
}

describe('the OpenAPI document', () => {
  test('has no problem by the rules of Redocly, without an exception', async () => {
    expect(await problemsOf(openApiDocument())).toEqual([]);
  });

  test('is what the types of the client were made of: otherwise run `npm run types` in clients/typescript', () => {
    const types = readFileSync(join(import.meta.dirname, '../../clients/typescript/src/schema.ts'), 'utf8');
    expect(types.split('\n', 1)).toEqual([documentMark()]);
  });

  test('would fail with an example that its schema does not allow, or an operation without an answer', async () => {
    const document = structuredClone(openApiDocument()) as {
      paths: Record<string, Record<string, { responses: Record<string, Record<string, object>> }>>;
    };
    const { get } = document.paths['/api/2.0/providers'] ?? {};
    Object.assign(get?.responses[200]?.content ?? {}, {
      'application/json': { schema: { type: 'string' }, example: 1 },
    });
    expect(await problemsOf(document)).toContainEqual(expect.stringMatching(/^no-invalid-media-type-examples: /));
    delete get?.responses[200];
    expect(await problemsOf(document)).toContainEqual(expect.stringMatching(/^operation-2xx-response: /));
  });

  test('describes every path of the two APIs and of files without a key, and every method', () => {
    const { paths } = openApiDocument() as { paths: Record<string, object> };
    const open: readonly string[] = openPaths;
    const described = Object.entries<PublicPath>(publicPaths).filter(
      ([name, { api }]) => api !== undefined || open.includes(name),
    );
    expect(Object.keys(operations).toSorted()).toEqual(described.map(([name]) => name).toSorted());
    for (const [, { pattern, methods }] of described) {
      const item = paths[pattern.replaceAll('<', '{').replaceAll('>', '}')] ?? {};
      expect(Object.keys(item).toSorted(), pattern).toEqual(methods.map((method) => method.toLowerCase()).toSorted());
    }
  });

  test('gives every operation a name of its own, and an example to each that answers with a body', () => {
    const { paths } = openApiDocument() as { paths: Record<string, Record<string, Operation>> };
    const all = Object.values(paths).flatMap((item) => Object.entries(item));
    const ids = all.map(([, { operationId }]) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [method, { operationId, responses }] of all) {
      if (method !== 'get' && method !== 'post') continue;
      const contents = Object.values(responses[200]?.content ?? {});
      expect(
        contents.some(({ examples }) => examples !== undefined),
        operationId,
      ).toBe(true);
    }
  });
});

interface Operation {
  readonly operationId: string;
  readonly responses: Record<number, { readonly content?: Record<string, { readonly examples?: object }> }>;
}
