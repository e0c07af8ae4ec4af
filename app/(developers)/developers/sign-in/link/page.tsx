import type { Metadata } from 'next';
import { signIn } from '#app/(developers)/developers/actions.ts';
import { developerPageWords, tokenOf } from '#app/(developers)/words.ts';
import { pageWords } from '#app/page-words.ts';
import { DeveloperPage } from '#components/developers/DeveloperPage.tsx';
import { ButtonForm } from '#components/developers/forms/ButtonForm.tsx';
import { inLanguage } from '#lib/messages/language.ts';

export function generateMetadata(): Metadata {
  return { title: developerPageWords().signIn, robots: { index: false } };
}

export default async function Page({ searchParams }: { searchParams: Promise<Record<string, unknown>> }) {
  const words = developerPageWords();
  const token = await tokenOf(searchParams);
  const account = (
    <p>
      {words.signedIn} <a href={inLanguage('/developers/account', pageWords().language)}>{words.toAccount}</a>
    </p>
  );
  return (
    <DeveloperPage title={words.signIn} intro={token === undefined ? words.linkMissing : words.signInLinkText}>
      {token !== undefined && <ButtonForm action={signIn} values={{ token }} submit={words.signIn} done={account} />}
    </DeveloperPage>
  );
}
