import { answer } from './answer.ts';
import { area } from './area.ts';
import { compare } from './compare.ts';
import { days } from './days.ts';
import { layers } from './layers.ts';
import { map } from './map.ts';
import { report } from './report.ts';
import { search } from './search.ts';
import { share } from './share.ts';
import { site } from './site.ts';

/** The public pages in English. */
export const en = {
  ...site,
  ...map,
  ...days,
  ...layers,
  ...answer,
  ...search,
  ...share,
  ...area,
  ...compare,
  ...report,
} as const;

export type MessageKey = keyof typeof en;
