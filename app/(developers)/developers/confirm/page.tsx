import type { Metadata } from 'next';
import { mailing } from '#app/(developers)/caller.ts';
import { confirmRequest } from '#app/(developers)/developers/actions.ts';
import { developerPageWords, tokenOf } from '#app/(developers)/words.ts';
import { DeveloperPage } from '#components/developers/DeveloperPage.tsx';
import { ButtonForm } from '#components/developers/forms/ButtonForm.tsx';

export function generateMetadata(): Metadata {
  return { title: developerPageWords().confirmTitle, robots: { index: false } };
}

/** Where the link leads that confirms an address. A button uses it up: programs that check links only open them. */
export default async function Page({ searchParams }: { searchParams: Promise<Record<string, unknown>> }) {
  const words = developerPageWords();
  const token = await tokenOf(searchParams);
  const confirmed = mailing().isMailSet ? words.confirmed : words.confirmedWithoutMail;
  return (
    <DeveloperPage title={words.confirmTitle} intro={token === undefined ? words.linkMissing : words.confirmText}>
      {token !== undefined && (
        <ButtonForm action={confirmRequest} values={{ token }} submit={words.confirm} done={<p>{confirmed}</p>} />
      )}
    </DeveloperPage>
  );
}
