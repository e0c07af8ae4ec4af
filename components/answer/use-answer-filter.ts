import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { addressBar } from '#components/map/address-bar.ts';
import { type AnswerFilter, parseFilter, writeFilter } from '#lib/map/answer/answer-filter.ts';
import { parseFragment, writeFragment } from '#lib/map/fragment.ts';

/** The answers of this page: a comparison has two, which are filtered alike. */
const answers = new Set<() => void>();

/** What is shown of an answer, kept in the fragment of the address so that a link has it, and a function to change it. */
export function useAnswerFilter(): readonly [AnswerFilter, (filter: AnswerFilter) => void] {
  const only = useSyncExternalStore(subscribe, readOnly, () => '');
  const change = useCallback((filter: AnswerFilter) => {
    const { pathname, search, hash } = window.location;
    const fragment = writeFragment({ ...parseFragment(hash), only: writeFilter(filter) });
    addressBar.replace(`${pathname}${search}${fragment}`);
    for (const read of answers) read();
  }, []);
  return [useMemo(() => parseFilter(only), [only]), change];
}

const readOnly = () => parseFragment(window.location.hash).only;

function subscribe(read: () => void): () => void {
  answers.add(read);
  window.addEventListener('popstate', read);
  window.addEventListener('hashchange', read);
  return () => {
    answers.delete(read);
    window.removeEventListener('popstate', read);
    window.removeEventListener('hashchange', read);
  };
}
