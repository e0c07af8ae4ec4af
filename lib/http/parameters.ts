/** One parameter as it was given, decoded. */
export type Parameter = readonly [name: string, value: string];

/**
 * The parameters of a raw `application/x-www-form-urlencoded` text, in order, `+` as a space (B4).
 * Its escapes must have been found fit (`malformedEscape`): the target's are by the server, a body's by its reader.
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
