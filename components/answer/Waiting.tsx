import { useSay } from '#components/language/LanguageProvider.tsx';
import styles from './Waiting.module.css';

/** Shows only when an answer takes longer than a blink. */
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
