import { expect } from 'vitest';
import { type PublicPath, publicPathAt, publicPaths } from '#lib/http/public-paths.ts';
import { parseTarget } from '#lib/http/target.ts';
import { errorAnswer } from '#lib/openapi/answers.ts';
import { openApiDocument } from '#lib/openapi/document.ts';
import { type DescribedPath, type OperationDescription, operations } from '#lib/openapi/operations.ts';
import type { Answered, Asked } from '#tests/support/http.ts';
import { isDescribedHeader } from './described-headers.ts';

interface Described {
  readonly $ref?: string;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Readonly<Record<string, unknown>>;
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly responses: Record<string, Described> }>>>>;
  readonly components: { readonly responses: Readonly<Record<string, Described>> };
}
const document = openApiDocument() as unknown as Document;

/** How many lines of a bulk answer are read. */
const mostLines = 300;

/** Asserts that the document describes the status, headers and body of an answer, if it describes its operation. */
export function expectDescribed({ target, method = 'GET' }: Asked, answered: Answered): void {
  const parsed = parseTarget(target);
  const found = publicPathAt(parsed.path);
  if (!parsed.ok || found === undefined || !found.isExact || !(found.name in operations)) return;
  const name = found.name as DescribedPath;
  const path: PublicPath = publicPaths[name];
  if (!path.methods.includes(method)) return;
  const response = responseOf(path, method, answered.status);
  const what = `${method} ${target.slice(0, 200)}: ${answered.status} ${answered.body.slice(0, 200)}`;
  if (response === undefined) throw new Error(`The document does not describe ${what}`);
  expectHeaders(answered, response, what);
  if (answered.body !== '') expectBody(operations[name], answered, what);
}

function responseOf({ pattern }: PublicPath, method: string, status: number): Described | undefined {
  const item = document.paths[pattern.replace(/<(\w+)(?::[^>]+)?>/g, '{$1}')];
  const response = item?.[method.toLowerCase()]?.responses[status];
  const component = response?.$ref?.split('/').at(-1);
  return component === undefined ? response : document.components.responses[component];
}

function expectHeaders({ status, headers }: Answered, response: Described, what: string): void {
  const described = Object.keys(response.headers ?? {}).map((header) => header.toLowerCase());
  const given = Object.keys(headers).filter(isDescribedHeader);
  expect(
    given.filter((header) => !described.includes(header)),
    `headers of ${what}`,
  ).toEqual([]);
  if (status < 400)
    expect(
      described.filter((header) => !given.includes(header)),
      `headers of ${what}`,
    ).toEqual([]);
}

function expectBody(described: OperationDescription, { status, headers, body, bytes }: Answered, what: string): void {
  if (headers['content-encoding'] !== undefined) return;
  const type = headers['content-type']?.split(';', 1)[0] ?? '';
  if (status >= 400) {
    expect(type, what).toBe('application/json');
    errorAnswer.parse(JSON.parse(body));
    return;
  }
  expect(Object.keys(described.answers), `type of ${what}`).toContain(type);
  described.answers[type]?.parse(JSON.parse(body));
  const { line } = described;
  if (line === undefined) return;
  expect(bytes.at(-1), what).toBe(0x0a);
  for (const text of body.trimEnd().split('\n').slice(0, mostLines)) line.parse(JSON.parse(text));
}
