'use client';

import { useRouter } from 'next/navigation';
import { useEffect, useState } from 'react';
import { Announcement } from '#components/ui/Announcement.tsx';
import type { FiguresView } from './version-view.ts';

/** How often the server is asked, in milliseconds. */
const askEveryMs = 1000;

interface FiguresProgressProps {
  readonly versionId: number;
  /** As it was when the page was made. */
  readonly view: FiguresView;
}

/** Says how far the figures and the map of a version are. When they are complete, the page shows them by itself. */
export function FiguresProgress({ versionId, view: given }: FiguresProgressProps) {
  const { figures, map } = useFiguresView(versionId, given);
  const sentences = [figures, map].filter((sentence) => sentence !== '');
  return (
    <>
      {sentences.map((sentence) => (
        <p key={sentence.replace(/:.*/, '')}>{sentence}</p>
      ))}
      {/* screen readers are spared numbers that change every second */}
      <Announcement text={sentences.map((sentence) => sentence.replace(/:.*/, '.')).join(' ')} />
    </>
  );
}

/** Asks the server every second until nothing more will change; refreshes the page when something is complete. */
function useFiguresView(versionId: number, given: FiguresView): FiguresView {
  const [view, setView] = useState(given);
  const router = useRouter();
  const [figures, map] = [given.figures === '', given.map === ''];
  const { isUnderway } = view;
  useEffect(() => {
    if (!isUnderway) return;
    const control = new AbortController();
    let timer = window.setTimeout(ask, askEveryMs);
    async function ask() {
      const next = await askForView(versionId, control.signal);
      if (control.signal.aborted) return;
      if (next !== undefined) setView(next);
      const isChanged = next !== undefined && ((next.figures === '') !== figures || (next.map === '') !== map);
      if (isChanged || next?.isUnderway === false) router.refresh();
      if (next?.isUnderway !== false) timer = window.setTimeout(ask, askEveryMs);
    }
    return () => {
      control.abort();
      window.clearTimeout(timer);
    };
  }, [versionId, figures, map, isUnderway, router]);
  return view;
}

async function askForView(versionId: number, signal: AbortSignal): Promise<FiguresView | undefined> {
  try {
    const path = `/admin/coverage/versions/${versionId}/figures`;
    const answer = await fetch(path, { signal, headers: { Accept: 'application/json' } });
    return answer.ok ? ((await answer.json()) as FiguresView) : undefined;
  } catch {
    return undefined;
  }
}
