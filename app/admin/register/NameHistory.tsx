import { Instant } from '#components/admin/Instant.tsx';
import { type Column, DataTable } from '#components/admin/lists/DataTable.tsx';
import { Section } from '#components/admin/Section.tsx';
import { connections } from '#db/client.ts';
import { type HistoricState, nameHistory } from '#db/registry/name-history.ts';
import { eventBetween, type RegisterEvent } from '#lib/registry/history.ts';
import { dayOf } from '#lib/time/auckland.ts';
import { dayWords } from '#lib/time/date-words.ts';
import { Time } from './Time.tsx';

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
export function NameHistory({ domain }: { readonly domain: string }) {
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
