const shown = new Intl.DateTimeFormat('en-NZ', {
  timeZone: 'Pacific/Auckland',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

interface InstantProps {
  /** Epoch milliseconds; null shows `never`. */
  readonly at: number | null;
  readonly never?: string;
}

/** A moment in New Zealand's time, the whole of it in the tooltip. */
export function Instant({ at, never = '–' }: InstantProps) {
  if (at === null) return <>{never}</>;
  const iso = new Date(at).toISOString();
  return (
    <time dateTime={iso} title={iso}>
      {shown.format(at)}
    </time>
  );
}
