/** The pages made to be embedded. No other page may be framed, to prevent clickjacking. */
const embeddable = /^\/embed(?:\/-?\d[^/]*\/-?\d[^/]*)?$/;

/** Whether other sites may embed a page. @param url the target in origin form */
export function mayBeFramed(url: string): boolean {
  const [path = ''] = url.split('?', 1);
  return embeddable.test(path);
}
