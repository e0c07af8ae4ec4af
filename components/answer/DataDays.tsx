import { createContext, useContext } from 'react';
import type { DataDays } from '#lib/map/coverage-layers.ts';
import { formatDataDays } from '#lib/map/day-words.ts';
import { useSay } from '../words/Words.tsx';
import styles from './DataDays.module.css';

/** The days that each technology's data stand for, by `set_id`, as they were when the page was made. */
export const DataDaysContext = createContext<Readonly<Record<number, DataDays>>>({});

/** Which day a technology's data are of; nothing where that is not known. */
export function DataDaysOf({ setId }: { setId: number }) {
  const say = useSay();
  const days = useContext(DataDaysContext)[setId];
  return days === undefined ? null : <p className={styles.days}>{formatDataDays(say, days)}</p>;
}
