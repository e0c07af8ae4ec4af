'use client';

import { useEffect, useRef, useState } from 'react';
import { useLanguage, useSay } from '#components/language/LanguageProvider.tsx';
import styles from '#components/map/Explorer.module.css';
import { Announcement } from '#components/ui/Announcement.tsx';
import { onDemand } from '#components/ui/on-demand.tsx';
import type { MapPoint } from '#lib/map/degrees.ts';
import type { BaseMaps } from '#lib/map/layers/street-map.ts';
import { inLanguage } from '#lib/messages/language.ts';
import panel from './AreaExplorer.module.css';
import { AreaForm } from './AreaForm.tsx';
import { AreaOutcomeView } from './AreaOutcomeView.tsx';
import { type AreaQuestion, announcementForArea, useArea } from './use-area.ts';

const AreaMap = onDemand(() => import('./AreaMap.tsx').then((module) => module.AreaMap));

interface AreaExplorerProps {
  readonly maps: BaseMaps;
  /** The area in the page's own address, with the server's answer. */
  readonly first: AreaQuestion | undefined;
}

/** A map to choose a rectangle on, and how much of it each technology covers. */
export function AreaExplorer({ maps, first }: AreaExplorerProps) {
  const say = useSay();
  const language = useLanguage();
  const { question, measure } = useArea(first);
  const [corner, setCorner] = useState<MapPoint>();
  const result = useRef<HTMLHeadingElement>(null);
  const [isTyped, setTyped] = useState(false);
  const outcome = question?.outcome;

  function setNext(point: MapPoint) {
    if (corner === undefined) return setCorner(point);
    setCorner(undefined);
    setTyped(false);
    measure({ from: corner, to: point });
  }

  // a typed area moves the focus to the result; one chosen on the map leaves it there
  useEffect(() => {
    if (isTyped && outcome !== undefined) result.current?.focus();
  }, [isTyped, outcome]);

  return (
    <div className={styles.explorer}>
      <a className={styles.skip} href="#area">
        {say('map.skip')}
      </a>
      <div className={styles.map}>
        <AreaMap area={question?.area} corner={corner} onCorner={setNext} maps={maps} />
        <noscript>
          <p className={styles.scriptless}>{say('map.scriptless')}</p>
        </noscript>
      </div>
      <section id="area" tabIndex={-1} className={styles.answer} aria-labelledby="area-title">
        <div className={panel.panel}>
          <h1 id="area-title" className={panel.title}>
            {say('area.title')}
          </h1>
          <p className={panel.lead}>
            {say(corner === undefined ? 'area.lead' : 'area.next-corner')}{' '}
            {corner === undefined && <span data-needs-script="">{say('ask.on-map')}</span>}
          </p>
          <AreaForm
            key={question === undefined ? '' : JSON.stringify(question.area)}
            area={question?.area}
            onMeasure={(area) => {
              setCorner(undefined);
              setTyped(true);
              measure(area);
            }}
          />
          {question !== undefined && <AreaOutcomeView question={question} title={result} />}
          <p>
            <a href={inLanguage('/', language)}>{say('area.to-point')}</a>
          </p>
          <Announcement text={corner === undefined ? announcementForArea(say, outcome) : say('area.next-corner')} />
        </div>
      </section>
    </div>
  );
}
