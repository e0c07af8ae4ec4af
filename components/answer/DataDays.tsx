import { createContext, useContext } from 'react';
import { useSay } from '#components/language/LanguageProvider.tsx';
import { formatDataDays } from '#lib/map/answer/words.ts';
import type { DataDays } from '#lib/map/layers/coverage-layers.ts';
import styles from './DataDays.module.css';

/** The dates of each technology's data, by `set_id`, as of when the page was rendered. */
export const DataDaysContext = createContext<Readonly<Record<number, DataDays>>>({});

/** The date of a technology's data, if it is known. */
export function DataDaysOf({ setId }: { setId: number }) {
  const say = useSay();
  const days = useContext(DataDaysContext)[setId];
  return days === undefined ? null : <p className={styles.days}>{formatDataDays(say, days)}</p>;
}
