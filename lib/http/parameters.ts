import type { ApiReason } from '#lib/words/api.ts';

/** One parameter, decoded. */
export type Parameter = readonly [name: string, value: string];

/**
 * Parses a raw `application/x-www-form-urlencoded` text, in order, with `+` as a space (B4). Its escapes must be valid
 * (`malformedEscape`): the server checks those of the target, the reader of a body those of the body.
 */
export function readParameters(raw: string): Parameter[] {
  const parameters: Parameter[] = [];
  let start = 0;
  while (start < raw.length) {
    let end = raw.indexOf('&', start);
    if (end === -1) end = raw.length;
    if (end > start) {
      let equals = raw.indexOf('=', start);
      if (equals === -1 || equals > end) equals = end;
      parameters.push([decode(raw.slice(start, equals)), decode(raw.slice(equals + 1, end))]);
    }
    start = end + 1;
  }
  return parameters;
}

function decode(text: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  return spaced.includes('%') ? decodeURIComponent(spaced) : spaced;
}

/** The values of parameters that may be given once. */
export interface OnlyParameters<Name extends string> {
  readonly values: Readonly<Partial<Record<Name, string>>>;
}

/** The named parameters of a query; the reason if one of them is given more than once. Others are ignored (B4). */
export function onlyParameters<Name extends string>(
  query: string,
  names: readonly Name[],
): OnlyParameters<Name> | ApiReason {
  const values: Partial<Record<Name, string>> = {};
  for (const [name, value] of readParameters(query)) {
    const known = names.find((own) => own === name);
    if (known === undefined) continue;
    if (values[known] !== undefined) return { code: 'parameter-repeated', name };
    values[known] = value;
  }
  return { values };
}
