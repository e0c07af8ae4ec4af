import { memo, useId } from 'react';
import { useSay } from '#components/language/LanguageProvider.tsx';
import { RichMessage } from '#components/language/RichMessage.tsx';
import { Icon, type IconName } from '#components/ui/Icon.tsx';
import { useMedia, wide } from '#components/ui/use-media.ts';
import type { Availability } from '#lib/broadband/availability.ts';
import { marksOnScale, type ProviderOffer, positionOnScale, type TechnologyResult } from '#lib/map/answer/answer.ts';
import {
  availabilityMessages,
  displayText,
  fastestOf,
  formatSpeedRange,
  getProviderLink,
  getTechnologyMeaning,
  nameOfTechnology,
  wholesaleMessage,
} from '#lib/map/answer/words.ts';
import { DataDaysOf } from './DataDays.tsx';
import styles from './TechnologyCard.module.css';

interface TechnologyCardProps {
  readonly result: TechnologyResult;
  /** The end of the scale of the speed bars. */
  readonly scaleMbps: number;
  /** Whether it is the first of the answer. */
  readonly isFirst: boolean;
}

/**
 * A technology that is available, underway or planned: one line, and the rest when it is opened. The first is open, and on a
 * wide screen all are. Who provides it, and how fast, comes before what it is.
 */
export const TechnologyCard = memo(function TechnologyCard({ result, scaleMbps, isFirst }: TechnologyCardProps) {
  const { technology, setId, availability, completion, providers } = result;
  const say = useSay();
  const titleId = useId();
  const isWide = useMedia(wide);
  const fastest = fastestOf([result]);
  if (availability === 'Not Available') return null;
  return (
    <article className={styles.card} aria-labelledby={titleId}>
      <details className={styles.details} open={isWide || isFirst}>
        <summary className={styles.line}>
          <h2 id={titleId} className={styles.title}>
            <bdi>{nameOfTechnology(say, technology)}</bdi>
          </h2>
          {fastest > 0 && <span className={styles.speed}>{formatSpeedRange(say, 0, fastest)}</span>}
          <AvailabilityBadge availability={availability} />
        </summary>
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
        {providers.length > 0 && (
          <ul>
            {providers.map((offer) => (
              <ProviderEntry key={offer.name} offer={offer} scaleMbps={scaleMbps} />
            ))}
          </ul>
        )}
        <p className={styles.meaning}>
          {getTechnologyMeaning(say, technology)} {say(availabilityMessages[availability].meaning)}
        </p>
        <DataDaysOf setId={setId} />
      </details>
    </article>
  );
});

interface ProviderEntryProps {
  readonly offer: ProviderOffer;
  /** The end of the scale of the speed bars. */
  readonly scaleMbps: number;
}

/** A provider: its name, speeds, how to buy and a link. Its texts come from an import and are not trusted. */
function ProviderEntry({ offer, scaleMbps }: ProviderEntryProps) {
  const say = useSay();
  const name = displayText(offer.name) || say('answer.nameless-provider');
  const link = getProviderLink(offer.url);
  return (
    <li className={styles.provider}>
      <h3 className={styles.name} title={name}>
        <bdi lang="en">{name}</bdi>
      </h3>
      <dl className={styles.speeds}>
        <div className={styles.offerSpeed}>
          <dt>
            <Icon name="down" />
            {say('answer.download')}
          </dt>
          <dd>
            {formatSpeedRange(say, offer.minDownloadMbps, offer.maxDownloadMbps)}
            <SpeedBar minMbps={offer.minDownloadMbps} maxMbps={offer.maxDownloadMbps} scaleMbps={scaleMbps} />
          </dd>
        </div>
        <div className={styles.offerSpeed}>
          <dt>
            <Icon name="up" />
            {say('answer.upload')}
          </dt>
          <dd>
            {formatSpeedRange(say, offer.minUploadMbps, offer.maxUploadMbps)}
            <SpeedBar minMbps={offer.minUploadMbps} maxMbps={offer.maxUploadMbps} scaleMbps={scaleMbps} />
          </dd>
        </div>
      </dl>
      <p className={styles.wholesale}>{say(wholesaleMessage[offer.wholesaleNetwork])}</p>
      {link !== undefined && (
        <p className={styles.link}>
          <a href={link.href} rel="noopener nofollow" title={link.host}>
            <bdi>{link.host}</bdi>
            <Icon name="out" />
          </a>
        </p>
      )}
    </li>
  );
}

interface SpeedBarProps {
  readonly minMbps: number;
  readonly maxMbps: number;
  /** The end of the scale, the same for all bars of an answer so that they can be compared. */
  readonly scaleMbps: number;
}

/** A range of speeds as a bar on a logarithmic scale; the same range is beside it in figures. */
function SpeedBar({ minMbps, maxMbps, scaleMbps }: SpeedBarProps) {
  const percent = (share: number) => `${(100 * share).toFixed(1)}%`;
  return (
    <div className={styles.scale} aria-hidden="true">
      <div className={styles.max} style={{ width: percent(positionOnScale(maxMbps, scaleMbps)) }} />
      <div className={styles.min} style={{ width: percent(positionOnScale(minMbps, scaleMbps)) }} />
      {marksOnScale(scaleMbps).map((share) => (
        <div key={share} className={styles.mark} style={{ left: percent(share) }} />
      ))}
    </div>
  );
}

type Present = Exclude<Availability, 'Not Available'>;

const looks: Readonly<Record<Present, { icon: IconName; className: string | undefined }>> = {
  Available: { icon: 'check', className: styles.available },
  Underway: { icon: 'progress', className: styles.underway },
  Planned: { icon: 'calendar', className: styles.planned },
};

function AvailabilityBadge({ availability }: { availability: Present }) {
  const say = useSay();
  const { icon, className } = looks[availability];
  return (
    <span className={[styles.badge, className].join(' ')}>
      <Icon name={icon} />
      {say(availabilityMessages[availability].name)}
    </span>
  );
}
