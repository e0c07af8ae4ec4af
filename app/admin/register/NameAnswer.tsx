import Link from 'next/link';
import { Facts } from '#components/admin/Facts.tsx';
import { FormError } from '#components/admin/forms/FormOutcome.tsx';
import { type Column, DataTable } from '#components/admin/lists/DataTable.tsx';
import { Section } from '#components/admin/Section.tsx';
import { connections } from '#db/client.ts';
import { getListedName } from '#db/registry/listed-names.ts';
import { isMissingName } from '#db/registry/missing-names.ts';
import { getLastRelease } from '#db/registry/release-runs.ts';
import { availabilityEntry, certaintyOf, explainName, type Why } from '#lib/registry/name-status.ts';
import { type NameFault, namesOfString, type ParsedName, type ValidName } from '#lib/registry/names/name.ts';
import { dropDate, releaseDate } from '#lib/registry/release/release.ts';
import { type Status, statuses } from '#lib/registry/status.ts';
import type { EpochMs } from '#lib/time/auckland.ts';
import { nameFaultWords } from '#lib/words/registry/registry.ts';
import { register } from '#server/registry/register.ts';
import cells from './cells.module.css';
import styles from './NameAnswer.module.css';
import { certaintyWords, StatusWord, Time } from './NameCells.tsx';

interface NameAnswerProps {
  readonly name: ValidName;
  readonly asOf: { readonly now: EpochMs; readonly hasSandboxName: boolean };
}

/** The API's answer for one name, the rule behind it, and the name's dates. */
export function NameAnswer({ name, asOf }: NameAnswerProps) {
  const { reader } = connections();
  const { status, why, row } = register().inSnapshot((known) => explainName(name, known, asOf));
  const listed = getListedName(reader, name.domain);
  const cancelled = row?.cancelled ?? null;
  const drop =
    cancelled === null ? null : (row?.freeAt ?? dropDate(cancelled, asOf.now, getLastRelease(reader)?.scheduleDate));
  const certainty = row === undefined ? undefined : certaintyOf(row, asOf.now);
  return (
    <Section title={name.original ?? name.domain}>
      <p className={styles.answer}>
        <StatusWord status={status} /> <WhyAnswered why={why} reason={listed?.reason ?? ''} />
      </p>
      {isMissingName(reader, name.domain) && (
        <p>The last full register file lacked it. It keeps its status unless the next one lacks it too.</p>
      )}
      {listed !== undefined && why !== 'list' && (
        <p>It is also on the list as {listed.status}, which makes no difference at present.</p>
      )}
      <Facts
        facts={[
          ['ASCII form, as stored', name.domain],
          ['Unicode form', name.original ?? 'The same'],
          ['Registered', <Time key="registered" seconds={row?.registered} />],
          ['Cancelled', <Time key="cancelled" seconds={cancelled} />],
          ['Release date', <Time key="release" seconds={cancelled && releaseDate(cancelled)} />],
          [
            row?.freeAt == null ? 'Expected to drop' : 'Available from',
            <Time key="drop" seconds={drop && drop / 1000} />,
          ],
          ['Certainty', certainty === undefined ? '–' : certaintyWords[certainty]],
        ]}
      />
      <figure className={styles.figure}>
        <figcaption>The API’s entry</figcaption>
        <pre className={styles.entry}>{availabilityEntry(name, status)}</pre>
      </figure>
    </Section>
  );
}

const sentences: Readonly<Record<Exclude<Why, 'list'>, string>> = {
  sandbox:
    'It is a sandbox name, which has a fixed status in every environment but production, whatever the register says.',
  active: 'It is registered and not cancelled.',
  pending: 'It was cancelled, and no release job has marked it yet.',
  marked: 'The release job has marked it; it is pending until the window of the job ends.',
  rule: 'Nobody has registered it, and a rule prohibits it.',
  released: 'A release job has released it, and nobody has registered it since.',
  nothing: 'It is not in the register, no rule prohibits it, and it is not on the list.',
};

/** The rule behind the API's answer, as a sentence. @param reason of the list, if the name is on it */
function WhyAnswered({ why, reason }: { readonly why: Why; readonly reason: string }) {
  if (why !== 'list') return sentences[why];
  const end = reason === '' ? '.' : `: ${reason}`;
  return `Nobody has registered it, and it is on the list of names that cannot be registered${end}`;
}

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

/** Why a text is not a .nz name (R3). */
export function InvalidName({ asked, reason }: { readonly asked: string; readonly reason: NameFault }) {
  const shown = asked.length > 80 ? `${asked.slice(0, 80)}…` : asked;
  const { code, status } = statuses.Invalid;
  return <FormError sentence={`The API answers “${code} ${status}”: “${shown}” ${nameFaultWords[reason]}.`} />;
}
