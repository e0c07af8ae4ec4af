import type { ApiReason } from '#lib/words/api.ts';

/** A request target that both lanes read alike, or why it is refused. */
export type Target =
  | { readonly ok: true; readonly path: string; readonly url: string }
  | { readonly ok: false; readonly path: string; readonly reason: ApiReason };

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
  const reason = fault(path, url);
  return reason === undefined ? { ok: true, path, url } : { ok: false, path, reason };
}

function fault(path: string, url: string): ApiReason | undefined {
  if (!url.startsWith('/')) return { code: 'target-without-slash' };
  if (url.includes('#')) return { code: 'target-with-fragment' };
  if (url.includes('\\')) return { code: 'target-with-backslash' };
  if (path.includes('//')) return { code: 'empty-segment' };
  if (/\/(?:\.|%2e){1,2}(?:\/|$)/i.test(path)) return { code: 'dot-segment' };
  return malformedEscape(url);
}

/** Why the first escape is refused that is not two hexadecimal digits, not UTF-8, or a NUL; undefined if all are valid. */
export function malformedEscape(text: string): ApiReason | undefined {
  const broken = /%(?![0-9A-Fa-f]{2}).{0,2}/.exec(text);
  if (broken !== null) return { code: 'not-an-escape', text: broken[0] };
  for (const run of text.match(/(?:%[0-9A-Fa-f]{2})+/g) ?? []) {
    if (run.includes('%00')) return { code: 'nul-escape' };
    try {
      decodeURIComponent(run);
    } catch {
      return { code: 'escape-not-utf-8', text: run.slice(0, 30) };
    }
  }
  return undefined;
}

/** The parts of a request that an operation reads; the same in both lanes. */
export interface ApiRequest {
  readonly method: string;
  /** As the caller wrote it, without the query. */
  readonly path: string;
  /** The raw query, without its question mark. */
  readonly query: string;
  /** Headers by lower-case name; several with the same name are joined with `, `. Null if the header is absent. */
  readonly headers: Pick<Headers, 'get'>;
}

/** Converts a web-standard request. @param target its target, if the URL may not be as its caller sent it */
export function apiRequestOf({ method, url, headers }: Request, target: string = targetOf(url)): ApiRequest {
  return { method, headers, ...splitTarget(target) };
}

function targetOf(url: string): string {
  return url.slice(url.indexOf('/', url.indexOf('//') + 2));
}

/** Splits a target in origin form into its path and raw query. */
export function splitTarget(target: string): { readonly path: string; readonly query: string } {
  const at = target.indexOf('?');
  return at === -1 ? { path: target, query: '' } : { path: target.slice(0, at), query: target.slice(at + 1) };
}
