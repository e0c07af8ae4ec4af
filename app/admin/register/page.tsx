import { Button, TextInput } from '@mantine/core';
import type { Metadata } from 'next';
import { requireStaff } from '#app/admin/guard.ts';
import { Instant } from '#components/admin/Instant.tsx';
import { type Column, DataTable } from '#components/admin/lists/DataTable.tsx';
import type { SearchParams } from '#components/admin/lists/list-state.ts';
import { Section } from '#components/admin/Section.tsx';
import { connections } from '#db/client.ts';
import { type HistoricState, nameHistory } from '#db/registry/name-list.ts';
import { now } from '#lib/clock.ts';
import { settings } from '#lib/env.ts';
import { eventBetween, type RegisterEvent } from '#lib/registry/history.ts';
import { parseName } from '#lib/registry/names/name.ts';
import { hasSandboxName } from '#lib/registry/names/sandbox.ts';
import { suffixes } from '#lib/registry/names/suffix.ts';
import { dayOf } from '#lib/time/auckland.ts';
import { dayWords } from '#lib/time/date-words.ts';
import styles from './LookUpForm.module.css';
import { InvalidName, LabelAnswers, NameAnswer } from './NameAnswer.tsx';
import { Time } from './NameCells.tsx';
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

/** Looks a name up. The answer is a page with an address of its own, so it can be shared. */
function LookUpForm({ name }: { readonly name: string }) {
  return (
    <search aria-label="Name look-up">
      <form action="/admin/register" method="get" className={styles.form}>
        <TextInput
          key={name}
          className={styles.field}
          name="name"
          label="Name"
          description={`In any form: kea.co.nz, MĀORI.CO.NZ or xn--mori-qsa.co.nz. A label alone is looked up below all ${suffixes.length} suffixes.`}
          placeholder="Such as kea.co.nz"
          defaultValue={name}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={255}
          required
          withAsterisk={false}
        />
        <Button type="submit">Look up</Button>
      </form>
    </search>
  );
}

type Entry = HistoricState & { readonly event: RegisterEvent };

const eventWords: Readonly<Record<RegisterEvent, string>> = {
  registered: 'Registered',
  'registered-and-cancelled': 'Registered, already cancelled',
  'registered-again': 'Registered again',
  cancelled: 'Cancelled',
  restored: 'Restored',
  marked: 'Marked by the release job',
  'dates-changed': 'Dates changed',
  left: 'Left the register',
};

const columns: readonly Column<Entry>[] = [
  { key: 'event', title: 'Event', render: ({ event }) => eventWords[event] },
  {
    key: 'seen',
    title: 'Recorded',
    render: (state) => <Instant at={state.job?.ranAt ?? state.import?.publishedAt ?? null} />,
  },
  { key: 'by', title: 'By', render: (state) => <Origin state={state} /> },
  { key: 'registered', title: 'Registered', render: ({ registered }) => <Time seconds={registered} /> },
  { key: 'cancelled', title: 'Cancelled', render: ({ cancelled }) => <Time seconds={cancelled} /> },
  { key: 'free', title: 'Available from', render: ({ freeAt }) => <Instant at={freeAt} withSeconds /> },
];

/** Every state that a name has had in the register, the latest first. */
function NameHistory({ domain }: { readonly domain: string }) {
  const states = nameHistory(connections().reader, domain);
  const entries = states.map((state, place) => ({ ...state, event: eventBetween(states[place - 1], state) })).reverse();
  return (
    <Section title="History">
      <DataTable
        label="states of the name"
        columns={columns}
        rows={entries}
        rowKey={({ revision }) => revision}
        empty={<p>This name has never been in the register.</p>}
      />
    </Section>
  );
}

function Origin({ state }: { readonly state: HistoricState }) {
  if (state.job !== null) return `Release job of ${dayWords(dayOf(state.job.scheduleDate))}`;
  return state.import === null ? '–' : `Import ${state.import.id}: ${state.import.source}`;
}
