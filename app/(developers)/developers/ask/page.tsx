import type { Metadata } from 'next';
import { mailing } from '#app/(developers)/caller.ts';
import { askForAccess } from '#app/(developers)/developers/actions.ts';
import { developerPageWords } from '#app/(developers)/words.ts';
import { DeveloperPage } from '#components/developers/DeveloperPage.tsx';
import { AskForm } from '#components/developers/forms/AskForm.tsx';

export function generateMetadata(): Metadata {
  return { title: developerPageWords().ask };
}

export default function Page() {
  const words = developerPageWords();
  const { isMailSet } = mailing();
  return (
    <DeveloperPage title={words.ask} intro={isMailSet ? words.askIntro : words.askIntroWithoutMail}>
      <AskForm kind="key" words={words} action={askForAccess} isMailSet={isMailSet} />
    </DeveloperPage>
  );
}
