import { startingTowns } from '#lib/map/towns.ts';
import type { Ask } from '../map/question.ts';
import styles from './Greeting.module.css';

/** Nothing asked yet: how to, and some places to begin with. */
export function Greeting({ onAsk }: { onAsk: Ask }) {
  return (
    <>
      <p className={styles.lead}>
        Choose a point on the map. You will see each kind of broadband there: whether it is available, being built or
        planned, who provides it, and how fast it is.
      </p>
      <section aria-labelledby="starting-towns" className={styles.start}>
        <h2 id="starting-towns" className={styles.title}>
          Or begin with a town
        </h2>
        <ul className={styles.towns}>
          {startingTowns.map(({ name, isMaori, latitude, longitude }) => (
            <li key={name}>
              <button
                type="button"
                lang={isMaori ? 'mi' : undefined}
                className={styles.town}
                onClick={() => onAsk({ latitude, longitude }, 'town')}
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
