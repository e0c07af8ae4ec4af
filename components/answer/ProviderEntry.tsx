import { useSay } from '#components/language/LanguageProvider.tsx';
import { Icon } from '#components/ui/Icon.tsx';
import type { ProviderOffer } from '#lib/map/answer/answer.ts';
import { displayText, formatSpeedRange, getProviderLink, wholesaleMessage } from '#lib/map/answer/words.ts';
import styles from './ProviderEntry.module.css';
import { SpeedBar } from './SpeedBar.tsx';

interface ProviderEntryProps {
  readonly offer: ProviderOffer;
  /** The end of the scale of the speed bars. */
  readonly scaleMbps: number;
}

/** A provider: its name, speeds, how to buy and a link. Its texts come from an import and are not trusted. */
export function ProviderEntry({ offer, scaleMbps }: ProviderEntryProps) {
  const say = useSay();
  const name = displayText(offer.name) || say('answer.nameless-provider');
  const link = getProviderLink(offer.url);
  return (
    <li className={styles.provider}>
      <h3 className={styles.name} title={name}>
        <bdi lang="en">{name}</bdi>
      </h3>
      <dl className={styles.speeds}>
        <div className={styles.speed}>
          <dt>
            <Icon name="down" />
            {say('answer.download')}
          </dt>
          <dd>
            {formatSpeedRange(say, offer.minDownloadMbps, offer.maxDownloadMbps)}
            <SpeedBar minMbps={offer.minDownloadMbps} maxMbps={offer.maxDownloadMbps} scaleMbps={scaleMbps} />
          </dd>
        </div>
        <div className={styles.speed}>
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
