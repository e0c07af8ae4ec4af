import type { Metadata } from 'next';
import { mailing } from '#app/(developers)/caller.ts';
import { askForAccess } from '#app/(developers)/developers/actions.ts';
import { developerPageWords } from '#app/(developers)/words.ts';
import { DeveloperPage } from '#components/developers/DeveloperPage.tsx';
import { AskForm } from '#components/developers/forms/AskForm.tsx';

export function generateMetadata(): Metadata {
  return { title: developerPageWords().askNetworks };
}

export default function Page() {
  const words = developerPageWords();
  return (
    <DeveloperPage title={words.askNetworks} intro={words.askNetworksIntro}>
      <AskForm kind="networks" words={words} action={askForAccess} isMailSet={mailing().isMailSet} />
    </DeveloperPage>
  );
}
