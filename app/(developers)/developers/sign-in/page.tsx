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
  return (
    <DeveloperPage title={words.signIn} intro={words.signInIntro}>
      <SignInForm words={words} action={askToSignIn} isMailSet={mailing().isMailSet} />
    </DeveloperPage>
  );
}
