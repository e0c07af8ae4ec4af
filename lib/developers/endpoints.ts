import { openApiDocument } from '#lib/openapi/document.ts';
import { type AnswerForm, type AnswerSchema, answerForms } from '#lib/openapi/fields.ts';
import type { ParameterDescription } from '#lib/openapi/parameters.ts';

/** A body that can be posted. */
export interface SampleBody {
  readonly type: string;
  readonly text: string;
}

/** What a form for an endpoint starts with: a request that a server with the demonstration data answers. */
export interface Sample {
  /** The value of each parameter as text; those of a list are one a line. */
  readonly values: Readonly<Record<string, string>>;
  readonly body: SampleBody | undefined;
}

/** One status of an endpoint. */
export interface EndpointStatus {
  readonly status: string;
  readonly description: string;
  readonly examples: readonly { readonly name: string; readonly type: string; readonly text: string }[];
}

/** An operation of the OpenAPI document, as its page needs it. */
export interface Endpoint {
  readonly id: string;
  readonly method: 'GET' | 'POST';
  /** With parameters in braces. */
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly ParameterDescription[];
  readonly scopes: readonly string[];
  /** Whether it asks for a key. */
  readonly isKeyed: boolean;
  /** Whether anyone may ask. */
  readonly isOpen: boolean;
  /** The types of a body, in the order of preference. */
  readonly bodyTypes: readonly string[];
  readonly statuses: readonly EndpointStatus[];
  /** What an answer, or each line of one, consists of. */
  readonly forms: readonly AnswerForm[];
  /** Whether a line is an answer by itself. */
  readonly hasLines: boolean;
  readonly sample: Sample;
}

type Example = { readonly summary?: string; readonly value: unknown };
interface Content {
  readonly schema?: AnswerSchema & { readonly contentSchema?: AnswerSchema };
  readonly examples?: Readonly<Record<string, Example>>;
}
interface Response {
  readonly $ref?: string;
  readonly description: string;
  readonly content?: Readonly<Record<string, Content>>;
}
interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly 'x-scopes': readonly string[];
  readonly security: readonly object[];
  readonly parameters: readonly (ParameterDescription | { readonly $ref: string })[];
  readonly requestBody?: { readonly content: Readonly<Record<string, unknown>> };
  readonly responses: Readonly<Record<string, Response>>;
}
interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Partial<Record<'get' | 'post', Operation>>>>>;
  readonly components: {
    readonly responses: Readonly<Record<string, Response>>;
    readonly schemas: Readonly<Record<string, AnswerSchema>>;
  };
}

let made: readonly Endpoint[] | undefined;

/** Every operation that answers with a body, from the OpenAPI document. */
export function endpoints(): readonly Endpoint[] {
  made ??= endpointsOf(openApiDocument() as unknown as ApiDocument);
  return made;
}

function endpointsOf({ paths, components }: ApiDocument): Endpoint[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    (['get', 'post'] as const).flatMap((method) => {
      const operation = item[method];
      return operation === undefined ? [] : [endpointOf(path, method, operation, components)];
    }),
  );
}

function endpointOf(
  path: string,
  method: 'get' | 'post',
  operation: Operation,
  { responses: shared, schemas }: ApiDocument['components'],
): Endpoint {
  const { operationId, summary, description, security, requestBody, responses } = operation;
  const parameters = operation.parameters.filter((one): one is ParameterDescription => !('$ref' in one));
  const contents = Object.values(responses[200]?.content ?? {});
  // a list is the same in all its formats
  const [schema = {}] = contents.flatMap(({ schema: given }) => given ?? []);
  const [answered] = contents.flatMap(({ examples }) => Object.values(examples ?? {}));
  return {
    id: operationId,
    method: method === 'get' ? 'GET' : 'POST',
    path,
    summary,
    description,
    // a body has what the query would have
    parameters: method === 'post' ? parameters.filter((one) => one.in === 'path') : parameters,
    scopes: operation['x-scopes'],
    isKeyed: security.length > 0,
    isOpen: operation.tags.includes('Files'),
    bodyTypes: Object.keys(requestBody?.content ?? {}),
    statuses: Object.entries(responses).map(([status, response]) => statusOf(status, resolved(response, shared))),
    forms: answerForms(schema.contentSchema ?? schema, schemas),
    hasLines: schema.contentSchema !== undefined,
    sample: sampleOf(path, parameters, answered?.summary ?? ''),
  };
}

function resolved(response: Response, shared: ApiDocument['components']['responses']): Response {
  return shared[response.$ref?.split('/').at(-1) ?? ''] ?? response;
}

function statusOf(status: string, { description, content = {} }: Response): EndpointStatus {
  const examples = Object.entries(content).flatMap(([type, { examples: shown = {} }]) =>
    Object.entries(shown).map(([name, { value }]) => ({ name, type, text: textOf(value) })),
  );
  return { status, description, examples };
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value, null, 2));

/** Reads the values of the parameters from an answered request, such as `GET /api/2.0/addresses?q=kea`. */
function sampleOf(path: string, parameters: readonly ParameterDescription[], request: string): Sample {
  const [line = '', ...body] = request.split('\n');
  const target = line.slice(line.indexOf(' ') + 1);
  const [asked = '', query = ''] = target.split('?');
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const form = new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '([^/]+)')}$`);
  const inPath = (form.exec(asked) ?? []).slice(1).map((value, at) => [names[at] ?? '', decodeURIComponent(value)]);
  const given = new URLSearchParams(query);
  const inQuery = parameters
    .filter((one) => one.in === 'query' && given.has(one.name))
    .map(({ name }) => [name, given.getAll(name).join('\n')]);
  const text = body.join('\n');
  const sent = text === '' ? undefined : { type: text.startsWith('{') ? 'application/json' : 'text/csv', text };
  return { values: Object.fromEntries([...inPath, ...inQuery]), body: sent };
}
