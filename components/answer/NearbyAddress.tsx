import { useSay } from '#components/language/LanguageProvider.tsx';
import type { Ask } from '#components/map/asking/question.ts';
import { QuietButton } from '#components/ui/QuietButton.tsx';
import type { NamedPoint } from '#lib/map/permalink.ts';
import styles from './NearbyAddress.module.css';

interface NearbyAddressProps {
  readonly nearby: NamedPoint;
  readonly onAsk: Ask;
}

/** Offers the street address next to the point that was chosen on the map. */
export function NearbyAddress({ nearby, onAsk }: NearbyAddressProps) {
  const say = useSay();
  return (
    <p className={styles.nearby}>
      <QuietButton onClick={() => onAsk(nearby, 'typed')}>
        {say('answer.nearby', { address: nearby.address ?? '' })}
      </QuietButton>
    </p>
  );
}
