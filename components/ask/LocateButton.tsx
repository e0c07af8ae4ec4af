import { useState } from 'react';
import { useSay } from '#components/language/LanguageProvider.tsx';
import type { Ask } from '#components/map/asking/question.ts';
import { Icon } from '#components/ui/Icon.tsx';
import { roundPoint } from '#lib/map/degrees.ts';
import type { MessageKey } from '#lib/messages/en.ts';
import styles from './LocateButton.module.css';

/** How long a device may take to find its location, in milliseconds. */
const timeoutMs = 15_000;

/** Asks about the person's own location, with their permission. */
export function LocateButton({ onAsk }: { onAsk: Ask }) {
  const say = useSay();
  const [state, setState] = useState<'idle' | 'looking' | MessageKey>('idle');

  function locate() {
    if (!window.isSecureContext) return setState('locate.insecure');
    if (!('geolocation' in navigator)) return setState('locate.failed');
    setState('looking');
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude, accuracy } }) => {
        setState('idle');
        onAsk({ point: roundPoint({ latitude, longitude }, 6), address: undefined }, 'typed', accuracy);
      },
      ({ code, PERMISSION_DENIED }) => setState(code === PERMISSION_DENIED ? 'locate.refused' : 'locate.failed'),
      { enableHighAccuracy: true, timeout: timeoutMs, maximumAge: 60_000 },
    );
  }

  return (
    <div className={styles.parts}>
      <button type="button" className={styles.locate} onClick={locate} aria-disabled={state === 'looking'}>
        <Icon name="pin" />
        <span className={styles.text}>{say(state === 'looking' ? 'locate.looking' : 'locate.use')}</span>
      </button>
      <p className={styles.fault} aria-live="polite">
        {state !== 'idle' && state !== 'looking' && say(state)}
      </p>
    </div>
  );
}
