import type { ProviderOffer } from '#lib/map/answer.ts';
import { displayText, getProviderLink } from '#lib/map/provider-text.ts';
import { formatSpeedRange, wholesaleMeaning } from '#lib/map/words.ts';
import { Icon } from '../ui/Icon.tsx';
import styles from './ProviderEntry.module.css';

/** Who provides it, how fast, how one buys it, and where to read on. Its texts come from an import: anything may stand in them. */
export function ProviderEntry({ offer }: { offer: ProviderOffer }) {
  const name = displayText(offer.name) || 'A provider without a name';
  const link = getProviderLink(offer.url);
  return (
    <li className={styles.provider}>
      <h3 className={styles.name} title={name}>
        <bdi>{name}</bdi>
      </h3>
      <dl className={styles.speeds}>
        <div className={styles.speed}>
          <dt>
            <Icon name="down" />
            Download
          </dt>
          <dd>{formatSpeedRange(offer.minDownloadMbps, offer.maxDownloadMbps)}</dd>
        </div>
        <div className={styles.speed}>
          <dt>
            <Icon name="up" />
            Upload
          </dt>
          <dd>{formatSpeedRange(offer.minUploadMbps, offer.maxUploadMbps)}</dd>
        </div>
      </dl>
      <p className={styles.wholesale}>{wholesaleMeaning[offer.wholesaleNetwork]}</p>
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
