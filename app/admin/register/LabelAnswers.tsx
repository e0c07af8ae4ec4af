import Link from 'next/link';
import { type Column, DataTable } from '#components/admin/lists/DataTable.tsx';
import { Section } from '#components/admin/Section.tsx';
import { explainName, type Why } from '#lib/registry/explanation.ts';
import { namesOfString, type ParsedName } from '#lib/registry/names/name.ts';
import { type Status, statuses } from '#lib/registry/status.ts';
import type { EpochMs } from '#lib/time/auckland.ts';
import { nameFaultWords } from '#lib/words/registry/registry.ts';
import { register } from '#server/registry/register.ts';
import cells from './cells.module.css';
import { InvalidName } from './InvalidName.tsx';
import { StatusWord } from './StatusWord.tsx';

interface LabelAnswersProps {
  readonly label: string;
  readonly asOf: { readonly now: EpochMs; readonly hasSandboxName: boolean };
}

interface Answer {
  readonly name: ParsedName;
  readonly status: Status;
  readonly because: string;
}

/** Each rule in a few words; the page of the name has a sentence. */
const words: Readonly<Record<Why, string>> = {
  sandbox: 'sandbox name',
  active: 'registered',
  pending: 'cancelled',
  marked: 'cancelled, and marked by the job',
  rule: 'prohibited by a rule',
  list: 'on a list',
  released: 'released',
  nothing: 'not registered',
};

const columns: readonly Column<Answer>[] = [
  { key: 'name', title: 'Name', render: ({ name }) => <NameLink name={name} /> },
  { key: 'status', title: 'The API answers', render: ({ status }) => <StatusWord status={status} /> },
  { key: 'because', title: 'Because', render: ({ because }) => <span className={cells.line}>{because}</span> },
];

/** The API's answers for one label (`string=`) below every suffix, in its order. */
export function LabelAnswers({ label, asOf }: LabelAnswersProps) {
  const names = namesOfString(label);
  const refused = names.every(({ valid }) => !valid) ? names.find((name) => !name.valid) : undefined;
  if (refused?.valid === false) return <InvalidName asked={label} reason={refused.reason} />;
  const answers = register().inSnapshot((known) =>
    names.map((name): Answer => {
      if (!name.valid) return { name, status: statuses.Invalid, because: nameFaultWords[name.reason] };
      const { status, why } = explainName(name, known, asOf);
      return { name, status, because: words[why] };
    }),
  );
  return (
    <Section title={`${label} below every suffix`}>
      <DataTable label="answers" columns={columns} rows={answers} rowKey={({ name }) => name.domain} empty="" />
    </Section>
  );
}

function NameLink({ name }: { readonly name: ParsedName }) {
  const text = name.original ?? name.domain;
  if (!name.valid) return text;
  return (
    <Link prefetch={false} className={cells.name} href={`/admin/register?name=${encodeURIComponent(text)}`}>
      {text}
    </Link>
  );
}
