'use client';

import dynamic from 'next/dynamic';
import { AnswerPanel } from '#components/answer/AnswerPanel.tsx';
import { AnswerTools } from '#components/answer/AnswerTools.tsx';
import { DataDaysContext } from '#components/answer/DataDays.tsx';
import { PlaceBox } from '#components/ask/PlaceBox.tsx';
import { useSay } from '#components/language/LanguageProvider.tsx';
import type { DataDays } from '#lib/map/layers/coverage-layers.ts';
import type { BaseMaps } from '#lib/map/layers/street-map.ts';
import type { AnswerPage } from '#lib/map/permalink.ts';
import type { Question } from './asking/question.ts';
import { useQuestion } from './asking/use-question.ts';
import styles from './Explorer.module.css';
import { SheetHandle } from './SheetHandle.tsx';

// Leaflet needs a browser; the style sheet reserves its space
const CoverageMap = dynamic(() => import('./CoverageMap.tsx').then((module) => module.CoverageMap), { ssr: false });

export interface ExplorerProps {
  readonly siteKey: string;
  readonly supportEmail: string;
  readonly demonstration: boolean;
  readonly hasAddresses: boolean;
  readonly maps: BaseMaps;
  /** The dates of each technology's data, by `set_id`. */
  readonly dataDays: Readonly<Record<number, DataDays>>;
  readonly baseUrl: string;
  /** An embedded page has no tools below the answer. */
  readonly page?: AnswerPage;
  /** The question in the page's own address, with the server's answer. */
  readonly first?: Question;
}

/** The map, and the answer for the chosen point beside it. */
export function Explorer({
  siteKey,
  supportEmail,
  demonstration,
  hasAddresses,
  maps,
  dataDays,
  baseUrl,
  page = 'availability',
  first,
}: ExplorerProps) {
  const say = useSay();
  const { question, ask } = useQuestion(siteKey, first, page);
  return (
    <div className={styles.explorer}>
      <div className={styles.search}>
        <PlaceBox hasAddresses={hasAddresses} onAsk={ask} />
      </div>
      <a className={styles.skip} href="#answer">
        {say('map.skip')}
      </a>
      <div className={styles.map}>
        <CoverageMap question={question} onAsk={ask} maps={maps} />
        <noscript>
          <p className={styles.scriptless}>{say('map.scriptless')}</p>
        </noscript>
      </div>
      <section id="answer" tabIndex={-1} className={styles.answer} aria-labelledby="answer-title">
        <SheetHandle />
        <DataDaysContext value={dataDays}>
          <AnswerPanel
            question={question}
            onAsk={ask}
            supportEmail={supportEmail}
            demonstration={demonstration}
            tools={page === 'availability' && <AnswerTools {...{ question, baseUrl, supportEmail }} />}
          />
        </DataDaysContext>
      </section>
    </div>
  );
}
