import { useSay } from '#components/language/LanguageProvider.tsx';
import type { Ask } from '#components/map/asking/question.ts';
import { startingTowns } from '#lib/places/towns.ts';
import styles from './Greeting.module.css';

/** Shown before the first question: how to ask, and some towns to start with. */
export function Greeting({ onAsk }: { onAsk: Ask }) {
  const say = useSay();
  return (
    <>
      <p className={styles.lead}>{say('ask.lead')}</p>
      <section aria-labelledby="starting-towns" className={styles.start}>
        <h2 id="starting-towns" className={styles.title}>
          {say('ask.towns')}
        </h2>
        <ul className={styles.towns}>
          {startingTowns.map(({ name, isMaori, latitude, longitude }) => (
            <li key={name}>
              <button
                type="button"
                lang={isMaori ? 'mi' : undefined}
                className={styles.town}
                onClick={() => onAsk({ point: { latitude, longitude }, address: name }, 'town')}
              >
                {name}
              </button>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
