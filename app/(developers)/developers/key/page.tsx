import type { Metadata } from 'next';
import { showKey, showOwnKey } from '#app/(developers)/developers/actions.ts';
import { developerPageWords, tokenOf } from '#app/(developers)/words.ts';
import { DeveloperPage } from '#components/developers/DeveloperPage.tsx';
import { ButtonForm } from '#components/developers/forms/ButtonForm.tsx';

export function generateMetadata(): Metadata {
  return { title: developerPageWords().keyTitle, robots: { index: false } };
}

/**
 * Shows a key once: by the link of a mail (`token`), or to somebody who is signed in (`request`). The form is there whether
 * it can be used or not: without JavaScript the page with the key is rendered when it no longer can.
 */
export default async function Page({ searchParams }: { searchParams: Promise<Record<string, unknown>> }) {
  const words = developerPageWords();
  const token = await tokenOf(searchParams);
  const { request } = await searchParams;
  const given = { submit: words.showKey, done: null, keyWords: words };
  return (
    <DeveloperPage title={words.keyTitle} intro={words.keyText}>
      {token !== undefined ? (
        <ButtonForm action={showKey} values={{ token }} {...given} />
      ) : (
        <ButtonForm action={showOwnKey} values={{ request: String(request) }} {...given} />
      )}
    </DeveloperPage>
  );
}
