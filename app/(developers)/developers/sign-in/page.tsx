import type { Metadata } from 'next';
import { mailing } from '#app/(developers)/caller.ts';
import { askToSignIn } from '#app/(developers)/developers/actions.ts';
import { developerPageWords } from '#app/(developers)/words.ts';
import { DeveloperPage } from '#components/developers/DeveloperPage.tsx';
import { SignInForm } from '#components/developers/forms/SignInForm.tsx';

export function generateMetadata(): Metadata {
  return { title: developerPageWords().signIn };
}

export default function Page() {
  const words = developerPageWords();
  const { isMailSet } = mailing();
  return (
    <DeveloperPage title={words.signIn} intro={isMailSet ? words.signInIntro : words.signInIntroWithoutMail}>
      <SignInForm words={words} action={askToSignIn} isMailSet={isMailSet} />
    </DeveloperPage>
  );
}
