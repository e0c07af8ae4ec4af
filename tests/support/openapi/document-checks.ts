import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Answered } from '#tests/support/http.ts';
import { isDescribedHeader } from './described-headers.ts';

interface Response {
  readonly $ref?: string;
  readonly headers?: Readonly<Record<string, { readonly $ref: string }>>;
  readonly content?: Readonly<Record<string, { readonly schema: object }>>;
}

export interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly schema: object;
  readonly example?: unknown;
}

export interface RequestBody {
  readonly required: boolean;
  readonly content: Readonly<Record<string, { readonly schema: object }>>;
}

/** An operation as the document has it. */
export interface Operation {
  readonly path: string;
  readonly method: string;
  readonly operation: {
    readonly operationId: string;
    readonly parameters: readonly Parameter[];
    readonly requestBody?: RequestBody;
    readonly responses: Readonly<Record<string, Response>>;
  };
}

type Paths = Readonly<Record<string, Readonly<Record<string, Operation['operation']>>>>;

/** Checks answers against a document alone, as a stranger would who has nothing else. */
export function documentChecks(document: { readonly paths: Paths }) {
  const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: false }));
  ajv.addSchema({ $id: 'https://document.example/', ...document });
  const compiled = new Map<string, ValidateFunction>();
  const validator = (pointer: string): ValidateFunction => {
    const known = compiled.get(pointer) ?? ajv.compile({ $ref: `https://document.example/#${pointer}` });
    compiled.set(pointer, known);
    return known;
  };

  function problemsOf({ path, method, operation }: Operation, answered: Answered): string[] {
    const { status } = answered;
    const own = operation.responses[status];
    if (own === undefined) return [`status ${status} is not described: ${answered.body.slice(0, 200)}`];
    const pointer = own.$ref?.slice(1) ?? pointerOf('paths', path, method, 'responses', String(status));
    const response = own.$ref === undefined ? own : (at(document, own.$ref) as Response);
    return [...headerProblems(response, answered), ...bodyProblems(response, pointer, answered)];
  }

  function headerProblems({ headers = {} }: Response, answered: Answered): string[] {
    const described = new Map(Object.entries(headers).map(([name, { $ref }]) => [name.toLowerCase(), $ref]));
    return Object.entries(answered.headers).flatMap(([name, value]) => {
      if (!isDescribedHeader(name)) return [];
      const reference = described.get(name);
      if (reference === undefined) return [`header ${name} is not described`];
      const { schema } = at(document, reference) as { readonly schema: { readonly type: string } };
      const validate = validator(`${reference.slice(1)}/schema`);
      const isValid = validate(schema.type === 'integer' ? Number(value) : value);
      return isValid ? [] : [`header ${name}: ${value} ${ajv.errorsText(validate.errors)}`];
    });
  }

  function bodyProblems({ content }: Response, pointer: string, { body, headers }: Answered): string[] {
    if (body === '') return [];
    const type = headers['content-type']?.split(';', 1)[0] ?? '';
    const described = content?.[type];
    if (described === undefined) return [`content type ${type} is not described`];
    const schemaPointer = `${pointer}${pointerOf('content', type, 'schema')}`;
    const { type: form, contentSchema } = described.schema as {
      readonly type?: string;
      readonly contentSchema?: { readonly $ref: string };
    };
    const isLines = contentSchema !== undefined;
    const validate = validator(isLines ? contentSchema.$ref.slice(1) : schemaPointer);
    const values = isLines
      ? body
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line))
      : [form === 'string' ? body : JSON.parse(body)];
    return values.flatMap((value) =>
      validate(value) ? [] : [`${ajv.errorsText(validate.errors)} in ${JSON.stringify(value).slice(0, 300)}`],
    );
  }

  const operations = (): Operation[] =>
    Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => {
        const parameters = operation.parameters.filter(({ $ref }) => $ref === undefined);
        return { path, method, operation: { ...operation, parameters } };
      }),
    );
  return { operations, problemsOf };
}

function pointerOf(...names: string[]): string {
  return names.map((name) => `/${encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('');
}

/** What a reference such as `#/components/headers/ETag` points at. */
function at(document: object, reference: string): unknown {
  return reference
    .slice(2)
    .split('/')
    .reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], document);
}
