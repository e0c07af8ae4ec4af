const options = {
  timeZone: 'Pacific/Auckland',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
} as const;
const toTheMinute = new Intl.DateTimeFormat('en-NZ', options);
const toTheSecond = new Intl.DateTimeFormat('en-NZ', { ...options, second: '2-digit' });

/** A day stays in one line; its time may go into the next. */
const spacesOfTheDay = / (?=.*,)/g;

interface InstantProps {
  /** Epoch milliseconds; null shows `never`. */
  readonly at: number | null;
  readonly never?: string;
  readonly withSeconds?: boolean;
}

/** A moment in New Zealand's time, the whole of it in the tooltip. */
export function Instant({ at, never = '–', withSeconds = false }: InstantProps) {
  if (at === null) return <>{never}</>;
  const iso = new Date(at).toISOString();
  const words = (withSeconds ? toTheSecond : toTheMinute).format(at);
  return (
    <time dateTime={iso} title={iso}>
      {words.replace(spacesOfTheDay, '\u00a0')}
    </time>
  );
}
