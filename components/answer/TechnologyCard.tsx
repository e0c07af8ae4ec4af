import { memo, useId } from 'react';
import { useSay } from '#components/language/LanguageProvider.tsx';
import { RichMessage } from '#components/language/RichMessage.tsx';
import type { TechnologyResult } from '#lib/map/answer/answer.ts';
import { displayText } from '#lib/map/answer/provider-text.ts';
import { availabilityMessages, getTechnologyMeaning, nameOfTechnology } from '#lib/map/answer/words.ts';
import { AvailabilityBadge } from './AvailabilityBadge.tsx';
import { DataDaysOf } from './DataDays.tsx';
import { ProviderEntry } from './ProviderEntry.tsx';
import styles from './TechnologyCard.module.css';

interface TechnologyCardProps {
  readonly result: TechnologyResult;
  /** The end of the scale of the speed bars. */
  readonly scaleMbps: number;
}

/** A technology that is available, underway or planned. */
export const TechnologyCard = memo(function TechnologyCard({
  result: { technology, setId, availability, completion, providers },
  scaleMbps,
}: TechnologyCardProps) {
  const say = useSay();
  const titleId = useId();
  if (availability === 'Not Available') return null;
  return (
    <article className={styles.card} aria-labelledby={titleId}>
      <header className={styles.head}>
        <div className={styles.line}>
          <h2 id={titleId} className={styles.title}>
            <bdi>{nameOfTechnology(say, technology)}</bdi>
          </h2>
          <AvailabilityBadge availability={availability} />
        </div>
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
      </header>
      {providers.length > 0 && (
        <ul>
          {providers.map((offer) => (
            <ProviderEntry key={offer.name} offer={offer} scaleMbps={scaleMbps} />
          ))}
        </ul>
      )}
      <DataDaysOf setId={setId} />
    </article>
  );
});
