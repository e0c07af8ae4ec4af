import { useContext } from 'react';
import { useSay } from '#components/language/LanguageProvider.tsx';
import { formatDataDays } from '#lib/map/answer/day-words.ts';
import styles from './DataDays.module.css';
import { DataDaysContext } from './data-days-context.ts';

/** The date of a technology's data, if it is known. */
export function DataDaysOf({ setId }: { setId: number }) {
  const say = useSay();
  const days = useContext(DataDaysContext)[setId];
  return days === undefined ? null : <p className={styles.days}>{formatDataDays(say, days)}</p>;
}
