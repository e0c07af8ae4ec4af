'use client';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { AnswerPanel } from '#components/answer/AnswerPanel.tsx';
import { AnswerTools } from '#components/answer/AnswerTools.tsx';
import { DataDaysContext } from '#components/answer/DataDays.tsx';
import { PlaceBox } from '#components/ask/PlaceBox.tsx';
import { useSay } from '#components/language/LanguageProvider.tsx';
import type { Question } from '#components/map/asking/question.ts';
import { useQuestion } from '#components/map/asking/use-question.ts';
import { onDemand } from '#components/ui/on-demand.tsx';
import type { DataDays } from '#lib/map/layers/coverage-layers.ts';
import type { BaseMaps } from '#lib/map/layers/street-map.ts';
import type { AnswerPage } from '#lib/map/permalink.ts';
import styles from './Explorer.module.css';

// Leaflet needs a browser; the style sheet reserves its space
const CoverageMap = onDemand(() => import('./CoverageMap.tsx').then((module) => module.CoverageMap));

export interface ExplorerProps {
  readonly siteKey: string;
  readonly supportEmail: string;
  readonly demonstration: boolean;
  readonly hasAddresses: boolean;
  /** Whether earlier coverage than the present can be asked. */
  readonly hasEarlier: boolean;
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
  hasEarlier,
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
            tools={page === 'availability' && <AnswerTools {...{ question, baseUrl, supportEmail, hasEarlier }} />}
          />
        </DataDaysContext>
      </section>
    </div>
  );
}

/** The height of the map above the sheet, in percent of the window: at least, at most, at first, and by one key. */
const heights = { least: 15, most: 70, first: 30, step: 5 };

/**
 * The handle of the sheet over the map on a phone, dragged by hand or moved by arrow keys: a window splitter as in the ARIA
 * Authoring Practices. On a wide screen it is not shown.
 */
function SheetHandle() {
  const say = useSay();
  const [height, setHeight] = useState(heights.first);
  const drag = useRef<{ readonly y: number; readonly height: number }>(undefined);

  function move(next: number) {
    const bounded = Math.round(Math.min(heights.most, Math.max(heights.least, next)));
    setHeight(bounded);
    document.documentElement.style.setProperty('--map-height', `${bounded}svh`);
  }

  function handleKey(event: KeyboardEvent) {
    const next = {
      ArrowUp: height - heights.step,
      ArrowDown: height + heights.step,
      Home: heights.least,
      End: heights.most,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    move(next);
  }

  function handleMove({ clientY }: PointerEvent) {
    if (drag.current !== undefined) move(drag.current.height + (100 * (clientY - drag.current.y)) / window.innerHeight);
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule cannot be moved; this separator can
    <div
      role="separator"
      tabIndex={0}
      aria-label={say('map.sheet')}
      aria-orientation="horizontal"
      aria-controls="answer"
      aria-valuemin={heights.least}
      aria-valuemax={heights.most}
      aria-valuenow={height}
      className={styles.handle}
      data-needs-script=""
      onKeyDown={handleKey}
      onPointerDown={(event) => {
        drag.current = { y: event.clientY, height };
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={handleMove}
      onPointerUp={() => {
        drag.current = undefined;
      }}
      onPointerCancel={() => {
        drag.current = undefined;
      }}
    />
  );
}
