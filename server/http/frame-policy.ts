/** The pages that are made for the frames of other sites; no other may be framed, so that no click on it can be stolen. */
const embeddable = /^\/embed(?:\/-?\d[^/]*\/-?\d[^/]*)?$/;

/** Whether other sites may show a page within theirs. @param url the target in origin form */
export function mayBeFramed(url: string): boolean {
  const [path = ''] = url.split('?', 1);
  return embeddable.test(path);
}
