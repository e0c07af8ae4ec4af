import { memo, useId, useSyncExternalStore } from 'react';
import { useSay } from '#components/language/LanguageProvider.tsx';
import { RichMessage } from '#components/language/RichMessage.tsx';
import type { TechnologyResult } from '#lib/map/answer/answer.ts';
import {
  availabilityMessages,
  displayText,
  fastestOf,
  formatSpeedRange,
  getTechnologyMeaning,
  nameOfTechnology,
} from '#lib/map/answer/words.ts';
import { AvailabilityBadge } from './AvailabilityBadge.tsx';
import { DataDaysOf } from './DataDays.tsx';
import { ProviderEntry } from './ProviderEntry.tsx';
import styles from './TechnologyCard.module.css';

/** From this width on, the answer is beside the map; style sheets have the same number. */
const wide = '(min-width: 56em)';

/** Whether the window is wide enough for two columns; not in HTML from the server. */
function useIsWide(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(wide).matches,
    () => false,
  );
}

function subscribe(onChange: () => void): () => void {
  const query = window.matchMedia(wide);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

interface TechnologyCardProps {
  readonly result: TechnologyResult;
  /** The end of the scale of the speed bars. */
  readonly scaleMbps: number;
}

/** A technology that is available, underway or planned: one line, and the rest when it is opened. On a wide screen it is open. */
export const TechnologyCard = memo(function TechnologyCard({ result, scaleMbps }: TechnologyCardProps) {
  const { technology, setId, availability, completion, providers } = result;
  const say = useSay();
  const titleId = useId();
  const isWide = useIsWide();
  const fastest = fastestOf([result]);
  if (availability === 'Not Available') return null;
  return (
    <article className={styles.card} aria-labelledby={titleId}>
      <details className={styles.details} open={isWide}>
        <summary className={styles.line}>
          <h2 id={titleId} className={styles.title}>
            <bdi>{nameOfTechnology(say, technology)}</bdi>
          </h2>
          {fastest > 0 && <span className={styles.speed}>{formatSpeedRange(say, 0, fastest)}</span>}
          <AvailabilityBadge availability={availability} />
        </summary>
        <div className={styles.head}>
          <p className={styles.meaning}>
            {getTechnologyMeaning(say, technology)} {say(availabilityMessages[availability].meaning)}
          </p>
          {completion !== undefined && (
            <p className={styles.completion}>
              <RichMessage
                message="answer.completion"
                values={{
                  date: (
                    <bdi lang="en" className={styles.date}>
                      {displayText(completion)}
                    </bdi>
                  ),
                }}
              />
            </p>
          )}
        </div>
        {providers.length > 0 && (
          <ul>
            {providers.map((offer) => (
              <ProviderEntry key={offer.name} offer={offer} scaleMbps={scaleMbps} />
            ))}
          </ul>
        )}
        <DataDaysOf setId={setId} />
      </details>
    </article>
  );
});
