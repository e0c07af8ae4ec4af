import { shortTime } from '#lib/time/date-words.ts';

interface InstantProps {
  /** Epoch milliseconds; null shows `never`. */
  readonly at: number | null;
  readonly never?: string;
  readonly withSeconds?: boolean;
}

/** An instant in New Zealand time, `23 Nov 2026 14:05`, with UTC in the tooltip. */
export function Instant({ at, never = '–', withSeconds = false }: InstantProps) {
  if (at === null) return <>{never}</>;
  const iso = new Date(at).toISOString();
  const words = shortTime(at, { withSeconds });
  return (
    <time dateTime={iso} title={iso}>
      {/* the day stays on one line; its time may wrap to the next */}
      {words.replaceAll(/ (?=.* )/g, '\u00a0')}
    </time>
  );
}
