import { answer } from './answer.ts';
import { layers } from './layers.ts';
import { map } from './map.ts';
import { search } from './search.ts';
import { site } from './site.ts';

/** The public pages in English. */
export const en = { ...site, ...map, ...layers, ...answer, ...search } as const;

export type MessageKey = keyof typeof en;
