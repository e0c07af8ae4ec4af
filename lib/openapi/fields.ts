/** A field of an answer, as its page shows it. */
export interface AnswerField {
  /** Such as `results[].providers[].name`. */
  readonly path: string;
  /** With its unit, if it has one: `number, Mbps`. */
  readonly type: string;
  /** Always, or when. */
  readonly presence: string;
  readonly description: string;
}

/** The fields of one form of an answer. */
export interface AnswerForm {
  readonly description: string;
  readonly fields: readonly AnswerField[];
}

/** As much of JSON Schema as the schemas of our answers use. */
export interface AnswerSchema {
  readonly $ref?: string;
  readonly description?: string;
  readonly type?: string;
  readonly format?: string;
  readonly const?: string | number;
  readonly enum?: readonly (string | number)[];
  readonly anyOf?: readonly AnswerSchema[];
  readonly items?: AnswerSchema;
  readonly properties?: Readonly<Record<string, AnswerSchema>>;
  readonly required?: readonly string[];
  readonly 'x-unit'?: string;
  readonly 'x-when'?: string;
}

type Schemas = Readonly<Record<string, AnswerSchema>>;

/**
 * The fields of an answer, form by form: an answer may be one of several, such as a result and an error. Forms that a field
 * tells apart, such as the `availability` of a result, are one, whose fields say when they are there.
 *
 * @param schemas by name, for references
 */
export function answerForms(schema: AnswerSchema, schemas: Schemas): AnswerForm[] {
  const found = resolved(schema, schemas);
  const forms = found.anyOf !== undefined && markOf(variantsOf(found, schemas)) === undefined ? found.anyOf : [found];
  return forms.map((form) => {
    const one = resolved(form, schemas);
    return { description: one.description ?? '', fields: fieldsOf(one, '', schemas) };
  });
}

/** A reference with what it refers to; a description beside the reference wins. */
function resolved(schema: AnswerSchema, schemas: Schemas): AnswerSchema {
  const name = schema.$ref?.split('/').at(-1);
  if (name === undefined) return schema;
  const target = schemas[name];
  if (target === undefined) throw new Error(`The document has no schema "${name}".`);
  return { ...target, ...schema };
}

function fieldsOf(schema: AnswerSchema, path: string, schemas: Schemas): AnswerField[] {
  if (schema.items !== undefined) return fieldsOf(resolved(schema.items, schemas), `${path}[]`, schemas);
  const variants = variantsOf(schema, schemas);
  const names = new Set(variants.flatMap(({ properties = {} }) => Object.keys(properties)));
  return [...names].flatMap((name) => {
    const owners = variants.filter(({ properties = {} }) => name in properties);
    const values = owners.map(({ properties = {} }) => resolved(properties[name] ?? {}, schemas));
    const [first = {}] = values;
    const own = path === '' ? name : `${path}.${name}`;
    const field = {
      path: own,
      type: typeOf(first, choicesOf(values), schemas),
      presence: presenceOf(name, variants, owners, first['x-when']),
      description: first.description ?? '',
    };
    return [field, ...fieldsOf(first, own, schemas)];
  });
}

const variantsOf = (schema: AnswerSchema, schemas: Schemas) =>
  (schema.anyOf ?? [schema]).map((variant) => resolved(variant, schemas));

/** The field that tells the forms apart: in each it has values of its own. */
function markOf(variants: readonly AnswerSchema[]): string | undefined {
  const [first] = variants;
  return Object.keys(first?.properties ?? {}).find((name) => {
    const values = variants.map(({ properties }) => choicesOf([properties?.[name] ?? {}]));
    return values.every(({ length }) => length > 0) && new Set(values.flat()).size === values.flat().length;
  });
}

/** Every value that is possible, if only some are. */
const choicesOf = (values: readonly AnswerSchema[]) =>
  values.flatMap((value) => value.enum ?? (value.const === undefined ? [] : [value.const]));

function typeOf(schema: AnswerSchema, choices: readonly (string | number)[], schemas: Schemas): string {
  if (choices.length > 0) return orList(choices);
  const [given, ...others] = (schema.anyOf ?? []).filter(({ type }) => type !== 'null');
  if (given !== undefined && others.length === 0) return `${typeOf(given, [], schemas)} or null`;
  const unit = schema['x-unit'];
  if (schema.items !== undefined) {
    const item = resolved(schema.items, schemas);
    const items = item.type === undefined || item.type === 'object' ? 'objects' : `${words[item.type] ?? item.type}s`;
    return `list of ${items}${unit === undefined ? '' : `, ${unit}`}`;
  }
  const type = schema.format === 'date' ? 'date' : (words[schema.type ?? ''] ?? schema.type ?? 'object');
  return unit === undefined ? type : `${type}, ${unit}`;
}

const words: Readonly<Record<string, string>> = { string: 'text', integer: 'whole number' };

function presenceOf(
  name: string,
  variants: readonly AnswerSchema[],
  owners: readonly AnswerSchema[],
  when: string | undefined,
): string {
  const mark = markOf(variants);
  const isConditional = owners.length < variants.length && mark !== undefined;
  const marked = isConditional
    ? `\`${mark}\` is ${orList(choicesOf(owners.map(({ properties }) => properties?.[mark] ?? {})))}`
    : undefined;
  const isOptional = owners.some(({ required = [] }) => !required.includes(name));
  const conditions = [marked, isOptional ? (when ?? 'it is known') : undefined].filter((one) => one !== undefined);
  return conditions.length === 0 ? 'always' : `if ${conditions.join(', and ')}`;
}

function orList(values: readonly (string | number)[]): string {
  const shown = values.map((value) => `\`${value}\``);
  return shown.length === 1 ? String(shown[0]) : `${shown.slice(0, -1).join(', ')} or ${shown.at(-1)}`;
}
