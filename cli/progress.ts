import type { WriteStream } from 'node:tty';
import { Pace, timeLeft } from '#lib/jobs/pace.ts';
import type { ShowProgress, Stage } from '#lib/jobs/stages.ts';
import { countWords, leftWords, rateWords, stageWords } from '#lib/words/stages.ts';

/** Shows the progress of a long command: a bar on a terminal, elsewhere a line every few seconds. */
export interface Progress {
  readonly show: ShowProgress;
  end(): void;
}

const plainEveryMs = 5000;
const barEveryMs = 100;
const barWidth = 24;

/**
 * Shows progress on `stream`; nowhere when it is undefined.
 *
 * @param check called with each report; what it throws ends the command
 */
export function openProgress(stream: WriteStream | undefined, check: () => void = () => {}): Progress {
  if (stream === undefined) return { show: check, end: () => {} };
  const isTerminal = stream.isTTY === true;
  let shownAt = performance.now();
  let isDrawn = false;
  let current: { readonly stage: Stage; readonly pace: Pace } | undefined;
  return {
    show(stage, done, total) {
      check();
      const clockMs = performance.now();
      if (current?.stage !== stage) current = { stage, pace: new Pace(clockMs, done) };
      current.pace.add(done, clockMs);
      if (clockMs - shownAt < (isTerminal ? barEveryMs : plainEveryMs)) return;
      shownAt = clockMs;
      isDrawn = isTerminal;
      const text = progressText(stage, done, total, current.pace.rate(clockMs));
      stream.write(isTerminal ? `\r\x1b[2K${text}` : `${text}\n`);
    },
    end() {
      if (isDrawn) stream.write('\r\x1b[2K');
      isDrawn = false;
    },
  };
}

/**
 * `Reading names ████░░ 61 % (305 of 500 names, 40 names a second, less than 10 seconds left)`, or `Reading names: 305 names, 40
 * names a second` while the total is not known.
 */
export function progressText(stage: Stage, done: number, total: number, rate?: number): string {
  const left = leftWords(timeLeft(done, total, rate));
  const facts = [countWords(stage, done, total), rateWords(stage, rate), left]
    .filter((words) => words !== '')
    .join(', ');
  if (total <= 0) return facts === '' ? stageWords(stage) : `${stageWords(stage)}: ${facts}`;
  const share = Math.min(1, done / total);
  const full = Math.floor(share * barWidth);
  const bar = '█'.repeat(full) + '░'.repeat(barWidth - full);
  return `${stageWords(stage)} ${bar} ${Math.floor(share * 100)} % (${facts})`;
}
