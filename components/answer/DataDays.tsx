import { createContext, useContext } from 'react';
import { useSay } from '#components/language/LanguageProvider.tsx';
import { formatDataDays } from '#lib/map/answer/day-words.ts';
import type { DataDays } from '#lib/map/layers/coverage-layers.ts';
import styles from './DataDays.module.css';

/** The days that each technology's data stand for, by `set_id`, as they were when the page was made. */
export const DataDaysContext = createContext<Readonly<Record<number, DataDays>>>({});

/** Which day a technology's data are of; nothing where that is not known. */
export function DataDaysOf({ setId }: { setId: number }) {
  const say = useSay();
  const days = useContext(DataDaysContext)[setId];
  return days === undefined ? null : <p className={styles.days}>{formatDataDays(say, days)}</p>;
}
