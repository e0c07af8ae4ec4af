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
