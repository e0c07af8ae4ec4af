/** What an operation reads of a request; both lanes give the same. */
export interface ApiRequest {
  readonly method: string;
  /** As it was written, without the query. */
  readonly path: string;
  /** The raw query, without its question mark. */
  readonly query: string;
  /** Headers by lower-case name; several of one name are joined with `, `; null when there is none. */
  readonly headers: Pick<Headers, 'get'>;
}

/** A web-standard request as the operations read it. */
export function apiRequestOf({ method, url, headers }: Request): ApiRequest {
  const start = url.indexOf('/', url.indexOf('//') + 2);
  return { method, headers, ...splitTarget(url.slice(start)) };
}

/** The path and the raw query of a target in origin form. */
export function splitTarget(target: string): { readonly path: string; readonly query: string } {
  const at = target.indexOf('?');
  return at === -1 ? { path: target, query: '' } : { path: target.slice(0, at), query: target.slice(at + 1) };
}
