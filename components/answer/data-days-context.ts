import { createContext } from 'react';
import type { DataDays } from '#lib/map/layers/coverage-layers.ts';

/** The dates of each technology's data, by `set_id`, as of when the page was rendered. */
export const DataDaysContext = createContext<Readonly<Record<number, DataDays>>>({});
