import { type PublicPath, publicPaths } from '#lib/http/public-paths.ts';
import { answerSchemas, errorAnswer, schemaReference } from './answers.ts';
import { type DescribedStatus, everyError, isSharedError, type ShownError, shownError } from './errors.ts';
import { answerHeaders, type HeaderName, headerReferences, limitHeaderNames } from './headers.ts';
import {
  type AnswerExample,
  answerExamples,
  type DescribedPath,
  type OperationDescription,
  operations,
} from './operations.ts';

/** A part of the document. */
export type Part = Readonly<Record<string, unknown>>;

const tags = {
  registry: {
    name: 'Registry',
    description: 'Whether .nz names are available, and which are released. Access is by source address.',
  },
  broadband: { name: 'Broadband', description: 'Which broadband reaches a point or an address. Access is by key.' },
  files: {
    name: 'Files',
    description:
      'Figures of areas, and the published coverage as open data, where the operator offers them. Anyone may ask.',
  },
} as const;

const about = `The registry API (\`/1.0\`), the broadband API (\`/api\`), and files that need no key.

Every error is \`{"code":<HTTP status>,"error":"<sentence>"}\`. \`HEAD\` answers like \`GET\`, \`OPTIONS\` is 204 with \`Allow\`; any other method
is 405. Unknown parameters are ignored; a malformed percent escape is 400.

Limits: 50 requests a second for a registrar; 10 a second and 50,000 a day (Pacific/Auckland) for a key. Staff can set others. After 1,000
refusals (401, 403) in 10 seconds an address gets 429.

A key may be limited to scopes: \`1.0\`, \`2.0\`, \`bulk\`, \`addresses\`. \`x-scopes\` of an operation are those that it needs.`;

/** Where the APIs are served, and who helps. */
export interface Served {
  readonly baseUrl: string;
  readonly supportEmail: string;
}

const anywhere: Served = { baseUrl: 'https://watea.example', supportEmail: 'support@watea.example' };

/** The OpenAPI 3.1 document of the two APIs and of files without a key, from the table of public paths and the schemas of their answers. */
export function openApiDocument({ baseUrl, supportEmail }: Served = anywhere): Part {
  const paths = (Object.keys(operations) as DescribedPath[]).map((name) => [
    publicPaths[name].pattern.replace(/<(\w+)(?::[^>]+)?>/g, '{$1}'),
    pathItem(name),
  ]);
  return {
    openapi: '3.1.1',
    info: {
      title: 'Wātea',
      version: '2.0.0',
      description: about,
      contact: { name: 'Support', email: supportEmail, url: `${baseUrl}/developers` },
      license: { name: 'Unlicensed', identifier: 'LicenseRef-Unlicensed' },
    },
    servers: [{ url: baseUrl }],
    tags: Object.values(tags),
    paths: Object.fromEntries(paths),
    components: {
      schemas: answerSchemas(),
      headers: answerHeaders,
      parameters: { RequestId: requestId },
      responses: errorComponents(),
      securitySchemes: {
        keyInHeader: { type: 'apiKey', in: 'header', name: 'X-Api-Key', description: 'Stays out of logs.' },
        keyInQuery: { type: 'apiKey', in: 'query', name: 'api_key', description: 'Wins over the header.' },
      },
    },
  };
}

const requestId = {
  name: 'X-Request-Id',
  in: 'header',
  required: false,
  description: 'Your own id for the request: we log it, so quote it when you ask about an answer.',
  schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,128}$' },
};

function pathItem(name: DescribedPath): Part {
  const path: PublicPath = publicPaths[name];
  const described = operations[name];
  const { methods } = path;
  const get = methods.includes('GET') ? operation(name, 'get') : undefined;
  const head = get && {
    ...withoutContent(get),
    operationId: `${described.id}Head`,
    summary: `${described.summary}: headers`,
  };
  return {
    ...(get && { get, head }),
    ...(methods.includes('POST') && { post: operation(name, 'post') }),
    options: preflight(path, described),
  };
}

function operation(name: DescribedPath, method: 'get' | 'post'): Part & { readonly responses: Part } {
  const path: PublicPath = publicPaths[name];
  const described = operations[name];
  const { id, summary, description, parameters, bodies } = described;
  const isKeyed = path.scopes !== undefined;
  const operationId = operationIdOf(name, method);
  const isOptional = operationId !== id;
  return {
    operationId,
    tags: [tagOf(path)],
    summary,
    description,
    'x-scopes': path.scopes ?? [],
    security: isKeyed ? [{ keyInHeader: [] }, { keyInQuery: [] }] : [],
    parameters: [...parameters, { $ref: '#/components/parameters/RequestId' }],
    ...(method === 'post' && bodies && { requestBody: requestBody(bodies, isOptional) }),
    responses: {
      200: success(
        path,
        described,
        answerExamples[name].filter((example) => example.method === method),
      ),
      ...(described.isFile && partialAnswers(path, described)),
      ...((described.isConditional || described.isFile) && {
        304: { description: 'You have it.', headers: headersOf(path, successHeadersOf(described)) },
      }),
      ...errorReferences(errorStatusesOf(path, described), operationId),
    },
  };
}

/** A path that has both methods has a second id, for a POST. */
function operationIdOf(name: DescribedPath, method: 'get' | 'post'): string {
  const path: PublicPath = publicPaths[name];
  const { id } = operations[name];
  return method === 'post' && path.methods.includes('GET') ? `${id}ByPost` : id;
}

const tagOf = ({ api }: PublicPath) => tags[api ?? 'files'].name;

function successHeadersOf(described: OperationDescription): readonly HeaderName[] {
  const names: HeaderName[] = [...limitHeaderNames, 'Cache-Control'];
  if (described.isConditional) names.push('ETag', 'Last-Modified');
  if (described.isFile) names.push('ETag', 'Accept-Ranges');
  if (described.isSaved) names.push('Content-Disposition');
  if (described.hasCursors) names.push('Link');
  return names;
}

/** The answers with a range of a file, and to a range behind its end. */
function partialAnswers(path: PublicPath, described: OperationDescription): Part {
  const headers = headersOf(path, [...successHeadersOf(described), 'Content-Range']);
  return {
    206: { description: 'The range.', headers, content: contentOf(described, []) },
    416: { description: 'The range begins behind the end of the file.', headers },
  };
}

const formType = 'application/x-www-form-urlencoded';
/** A list is its name repeated: what OpenAPI says anyway, and what Prism wants to be told. */
const encoding = { 'domains[]': { style: 'form', explode: true } };

function requestBody(bodies: NonNullable<OperationDescription['bodies']>, isOptional: boolean): Part {
  const content = Object.fromEntries(
    Object.entries(bodies).map(([type, schema]) => [type, type === formType ? { schema, encoding } : { schema }]),
  );
  return { description: 'At most 1 MiB.', required: !isOptional, content };
}

function success(path: PublicPath, described: OperationDescription, examples: readonly AnswerExample[]): Part {
  const headers = headersOf(path, successHeadersOf(described));
  return { description: described.summary, headers, content: contentOf(described, examples) };
}

function contentOf(described: OperationDescription, examples: readonly AnswerExample[]): Part {
  const content = Object.entries(described.answers).map(([type, schema]) => {
    const shown = examples.filter((example) => example.contentType === type);
    return [
      type,
      {
        schema: schema === undefined ? textSchema(type, described) : schemaReference(schema),
        ...(shown.length > 0 && {
          examples: Object.fromEntries(
            shown.map(({ name, request, body }) => [name, { summary: request, value: body }]),
          ),
        }),
      },
    ];
  });
  return Object.fromEntries(content);
}

function textSchema(type: string, { line }: OperationDescription): Part {
  if (line === undefined) return { type: 'string', contentMediaType: type };
  const description = 'A JSON object on each line.';
  return { type: 'string', description, contentMediaType: 'application/json', contentSchema: schemaReference(line) };
}

function headersOf({ crossOrigin }: PublicPath, names: readonly HeaderName[]): Part {
  const ofOrigins = crossOrigin ? (['Access-Control-Allow-Origin', 'Access-Control-Expose-Headers'] as const) : [];
  return headerReferences(['X-Request-Id', ...names, ...ofOrigins]);
}

function preflight(path: PublicPath, { id, summary, parameters }: OperationDescription): Part {
  const ofOrigins: readonly HeaderName[] = [
    'Access-Control-Allow-Origin',
    'Access-Control-Allow-Methods',
    'Access-Control-Allow-Headers',
    'Access-Control-Max-Age',
  ];
  const names: readonly HeaderName[] = ['X-Request-Id', 'Allow', ...(path.crossOrigin ? ofOrigins : [])];
  return {
    operationId: `${id}Options`,
    tags: [tagOf(path)],
    summary: `${summary}: methods`,
    security: [],
    description: 'Before address, key and limit.',
    parameters: parameters.filter((parameter) => parameter.in === 'path'),
    responses: {
      204: { description: 'The methods.', headers: headerReferences(names) },
      ...errorReferences([400, 408, 431, 501, 505]),
    },
  };
}

function errorStatusesOf(
  { api, scopes }: PublicPath,
  { mayBeMissing, mayBeGone, bodies }: OperationDescription,
): DescribedStatus[] {
  const statuses: DescribedStatus[] = [400, 408, 429, 431, 500, 501, 503, 505];
  if (api !== undefined) statuses.push(403);
  if (scopes !== undefined) statuses.push(401);
  if (mayBeMissing) statuses.push(404);
  if (mayBeGone) statuses.push(410);
  if (bodies) statuses.push(413, 415);
  return statuses;
}

/** Every error that operations refer to: those of all, those of each operation by its id, and a 400 of none. */
function errorComponents(): Part {
  const shared = everyError().filter(({ status }) => status === 400 || isSharedError(status));
  const ofOperations = (Object.keys(operations) as DescribedPath[]).flatMap((name) => {
    const path: PublicPath = publicPaths[name];
    const own = errorStatusesOf(path, operations[name]).filter((status) => !isSharedError(status));
    const methods = (['get', 'post'] as const).filter((method) => path.methods.includes(method.toUpperCase()));
    return methods.flatMap((method) =>
      own.map((status) => [
        errorName(status, operationIdOf(name, method)),
        errorResponse(shownError(status, { path: name, hasBody: method === 'post' })),
      ]),
    );
  });
  return Object.fromEntries([
    ...shared.map(({ status }) => [errorName(status), errorResponse(shownError(status, ofNone))]),
    ...ofOperations,
  ]);
}

const ofNone = { path: undefined, hasBody: false };
const errorName = (status: DescribedStatus, operationId = '') => `${operationId}Error${status}`;

/** The errors of an operation; without an id those that every path has. */
function errorReferences(statuses: readonly DescribedStatus[], operationId?: string): Part {
  const nameOf = (status: DescribedStatus) =>
    isSharedError(status) ? errorName(status) : errorName(status, operationId);
  return Object.fromEntries(statuses.map((status) => [status, { $ref: `#/components/responses/${nameOf(status)}` }]));
}

/** Headers of errors that were admitted by a limit, and of paths that pages of other sites may read. */
const maybeHeaders: readonly HeaderName[] = [
  ...limitHeaderNames,
  'Cache-Control',
  'Access-Control-Allow-Origin',
  'Access-Control-Expose-Headers',
];

function errorResponse({ description, examples, headers }: ShownError): Part {
  return {
    description,
    headers: headerReferences(['X-Request-Id', ...headers, ...maybeHeaders]),
    content: {
      'application/json': { schema: schemaReference(errorAnswer), examples },
    },
  };
}

/** An operation as HEAD answers it. */
function withoutContent<Operation extends Part & { readonly responses: Part }>(described: Operation): Operation {
  const { 200: found, ...others } = described.responses as Record<string, { readonly content?: unknown }>;
  const { content: _, ...headOnly } = found ?? {};
  return { ...described, responses: { 200: headOnly, ...others } };
}
