'use client';

import dynamic from 'next/dynamic';
import { AnswerPanel } from '../answer/AnswerPanel.tsx';
import { useSay } from '../words/Words.tsx';
import styles from './Explorer.module.css';
import { useQuestion } from './use-question.ts';

// Leaflet needs a browser; its place is kept free by the style sheet
const CoverageMap = dynamic(() => import('./CoverageMap.tsx').then((module) => module.CoverageMap), { ssr: false });

interface ExplorerProps {
  readonly siteKey: string;
  readonly supportEmail: string;
  readonly demonstration: boolean;
}

/** The map and, beside it, what is available at the chosen point. */
export function Explorer({ siteKey, supportEmail, demonstration }: ExplorerProps) {
  const say = useSay();
  const { question, ask } = useQuestion(siteKey);
  return (
    <div className={styles.explorer}>
      <a className={styles.skip} href="#answer">
        {say('map.skip')}
      </a>
      <div className={styles.map}>
        <CoverageMap question={question} onAsk={ask} />
        <noscript>
          <p className={styles.scriptless}>{say('map.scriptless')}</p>
        </noscript>
      </div>
      <section id="answer" tabIndex={-1} className={styles.answer} aria-labelledby="answer-title">
        <AnswerPanel question={question} onAsk={ask} supportEmail={supportEmail} demonstration={demonstration} />
      </section>
    </div>
  );
}
