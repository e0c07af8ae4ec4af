import type { WriteStream } from 'node:tty';
import type { ShowProgress, Stage } from '#lib/jobs/stages.ts';
import { countWords, stageWords } from '#lib/words/stages.ts';

/** Shows the progress of a long command: a bar on a terminal, elsewhere a line every few seconds. */
export interface Progress {
  readonly show: ShowProgress;
  end(): void;
}

const plainEveryMs = 5000;
const barEveryMs = 100;
const barWidth = 24;

/** Shows progress on `stream`; nowhere when it is undefined. */
export function openProgress(stream: WriteStream | undefined): Progress {
  if (stream === undefined) return { show: () => {}, end: () => {} };
  const isTerminal = stream.isTTY === true;
  let shownAt = performance.now();
  let isDrawn = false;
  return {
    show(stage, done, total) {
      const clockMs = performance.now();
      if (clockMs - shownAt < (isTerminal ? barEveryMs : plainEveryMs)) return;
      shownAt = clockMs;
      isDrawn = isTerminal;
      const text = progressText(stage, done, total);
      stream.write(isTerminal ? `\r\x1b[2K${text}` : `${text}\n`);
    },
    end() {
      if (isDrawn) stream.write('\r\x1b[2K');
      isDrawn = false;
    },
  };
}

/** `Reading names ████░░ 61 % (305 of 500 names)`, or `Reading names: 305 names` while the total is not known. */
export function progressText(stage: Stage, done: number, total: number): string {
  const count = countWords(stage, done, total);
  if (total <= 0) return count === '' ? stageWords(stage) : `${stageWords(stage)}: ${count}`;
  const share = Math.min(1, done / total);
  const full = Math.floor(share * barWidth);
  const bar = '█'.repeat(full) + '░'.repeat(barWidth - full);
  return `${stageWords(stage)} ${bar} ${Math.floor(share * 100)} % (${count})`;
}
