import { Instant } from '#components/admin/Instant.tsx';
import { type Column, DataTable } from '#components/admin/lists/DataTable.tsx';
import { Section } from '#components/admin/Section.tsx';
import { connections } from '#db/client.ts';
import { type HistoricState, nameHistory } from '#db/registry/name-history.ts';
import { eventBetween, type RegisterEvent } from '#lib/registry/history.ts';
import { type EpochMs, formatAuckland } from '#lib/time/auckland.ts';

type Entry = HistoricState & { readonly event: RegisterEvent };

const instant = (epochMs: EpochMs | null) => (epochMs === null ? '–' : formatAuckland(epochMs));

const columns: readonly Column<Entry>[] = [
  { key: 'event', title: 'What happened', render: ({ event }) => `${event.charAt(0).toUpperCase()}${event.slice(1)}` },
  {
    key: 'seen',
    title: 'Seen here',
    render: (state) => <Instant at={state.job?.ranAt ?? state.import?.publishedAt ?? null} />,
  },
  { key: 'by', title: 'By', render: (state) => <Origin state={state} /> },
  { key: 'registered', title: 'Registered', render: ({ registered }) => instant(registered && registered * 1000) },
  { key: 'cancelled', title: 'Cancelled', render: ({ cancelled }) => instant(cancelled && cancelled * 1000) },
  { key: 'free', title: 'Free from', render: ({ freeAt }) => instant(freeAt) },
];

/** Every state that a name has had in the register, the newest first. */
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
        empty={<p>The register has never held this name.</p>}
      />
    </Section>
  );
}

function Origin({ state }: { readonly state: HistoricState }) {
  if (state.job !== null) return `The release job of ${formatAuckland(state.job.scheduleDate).slice(0, 10)}`;
  return state.import === null ? '–' : `Import ${state.import.id}: ${state.import.source}`;
}
