import type { Metadata } from 'next';
import { requireStaff } from '#app/admin/guard.ts';
import type { SearchParams } from '#components/admin/lists/list-state.ts';
import { now } from '#lib/clock.ts';
import { settings } from '#lib/env.ts';
import { parseName } from '#lib/registry/names/name.ts';
import { hasSandboxName } from '#lib/registry/names/sandbox.ts';
import { InvalidName } from './InvalidName.tsx';
import { LabelAnswers } from './LabelAnswers.tsx';
import { LookUpForm } from './LookUpForm.tsx';
import { NameAnswer } from './NameAnswer.tsx';
import { NameHistory } from './NameHistory.tsx';
import { RegisterPage } from './RegisterPage.tsx';

export const metadata: Metadata = { title: 'Look up a name' };

export default async function LookUpPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await requireStaff();
  const asked = (await searchParams).name;
  const text = typeof asked === 'string' ? asked.trim().slice(0, 255) : '';
  return (
    <RegisterPage title="Look up a name" intro="The API’s present answer for a name, and the rule behind it.">
      <LookUpForm name={text} />
      {text !== '' && <Answer text={text} />}
    </RegisterPage>
  );
}

function Answer({ text }: { readonly text: string }) {
  const asOf = { now: now(), hasSandboxName: hasSandboxName(settings().environment) };
  if (!text.includes('.')) return <LabelAnswers label={text} asOf={asOf} />;
  const name = parseName(text);
  if (!name.valid) return <InvalidName asked={text} reason={name.reason} />;
  return (
    <>
      <NameAnswer name={name} asOf={asOf} />
      <NameHistory domain={name.domain} />
    </>
  );
}
