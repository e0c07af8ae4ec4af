import { answer } from './answer.ts';
import { days } from './days.ts';
import { layers } from './layers.ts';
import { map } from './map.ts';
import { search } from './search.ts';
import { share } from './share.ts';
import { site } from './site.ts';

/** The public pages in English. */
export const en = { ...site, ...map, ...days, ...layers, ...answer, ...search, ...share } as const;

export type MessageKey = keyof typeof en;
