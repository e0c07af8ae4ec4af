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
