/** A request target that both lanes read alike, or the sentence of its refusal. */
export type Target =
  | { readonly ok: true; readonly path: string; readonly url: string }
  | { readonly ok: false; readonly path: string; readonly sentence: string };

const plain = /^\/[A-Za-z0-9\-._~!$&'()*+,;=:@/[\]]*(\?[A-Za-z0-9\-._~!$&'()*+,;=:@/?[\]]*)?$/;

/**
 * Parses a raw request target (B4, B9). Absolute form becomes its path. What a framework would silently repair or drop
 * is refused. (Node's parser already refuses bytes outside ASCII.)
 */
export function parseTarget(raw: string): Target {
  if (plain.test(raw) && !raw.includes('//') && !raw.includes('/.')) {
    const query = raw.indexOf('?');
    return { ok: true, path: query === -1 ? raw : raw.slice(0, query), url: raw };
  }
  const absolute = /^https?:\/\/[^/?#]*/i.exec(raw);
  let url = absolute === null ? raw : raw.slice(absolute[0].length);
  if (absolute !== null && !url.startsWith('/')) url = `/${url}`;
  const query = url.indexOf('?');
  const path = query === -1 ? url : url.slice(0, query);
  const sentence = fault(path, url);
  return sentence === undefined ? { ok: true, path, url } : { ok: false, path, sentence };
}

function fault(path: string, url: string): string | undefined {
  if (!url.startsWith('/')) return 'The request target must begin with a slash.';
  if (url.includes('#')) return 'The request target must not contain "#".';
  if (url.includes('\\')) return 'The request target must not contain a backslash; write %5C.';
  if (path.includes('//')) return 'The path must not contain an empty segment ("//").';
  if (/\/(?:\.|%2e){1,2}(?:\/|$)/i.test(path)) return 'The path must not contain "." or ".." segments.';
  return malformedEscape(url);
}

/** The sentence for the first escape that is not two hexadecimal digits, not UTF-8, or a NUL; undefined if all are valid. */
export function malformedEscape(text: string): string | undefined {
  const broken = /%(?![0-9A-Fa-f]{2}).{0,2}/.exec(text);
  if (broken !== null) return `"${broken[0]}" is not a percent escape; write % as %25.`;
  for (const run of text.match(/(?:%[0-9A-Fa-f]{2})+/g) ?? []) {
    if (run.includes('%00')) return 'The request must not contain a NUL (%00).';
    try {
      decodeURIComponent(run);
    } catch {
      return `"${run.slice(0, 30)}" is not UTF-8 in percent escapes.`;
    }
  }
  return undefined;
}
