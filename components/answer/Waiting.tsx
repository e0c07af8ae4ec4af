import { useSay } from '#components/language/LanguageProvider.tsx';
import styles from './Waiting.module.css';

/** A placeholder, shown only if an answer takes a while. */
export function Waiting() {
  const say = useSay();
  return (
    <div className={styles.waiting}>
      <p>{say('answer.looking')}</p>
      <div className={styles.card} />
      <div className={styles.card} />
    </div>
  );
}
