import type { WriteStream } from 'node:tty';

/** Shows how far a long command is: a bar on a terminal, a plain line now and then elsewhere. */
export interface Progress {
  /** `done` of `total`, in whatever they count; `total` 0 when it is not known yet. */
  show(stage: string, done: number, total: number): void;
  end(): void;
}

const plainEveryMs = 5000;
const barEveryMs = 100;
const barWidth = 24;

/** A progress on `stream`; on none when it is undefined. */
export function openProgress(stream: WriteStream | undefined): Progress {
  if (stream === undefined) return { show: () => {}, end: () => {} };
  const terminal = stream.isTTY === true;
  let shownAt = performance.now();
  let drawn = false;
  return {
    show(stage, done, total) {
      const moment = performance.now();
      if (moment - shownAt < (terminal ? barEveryMs : plainEveryMs)) return;
      shownAt = moment;
      drawn = terminal;
      const text = progressText(stage, done, total);
      stream.write(terminal ? `\r\x1b[2K${text}` : `${text}\n`);
    },
    end() {
      if (drawn) stream.write('\r\x1b[2K');
      drawn = false;
    },
  };
}

/** `reading ████░░ 61 % (305 of 500)`, or `reading 305` while the total is not known. */
export function progressText(stage: string, done: number, total: number): string {
  const count = (value: number) => value.toLocaleString('en-NZ');
  if (total <= 0) return `${stage} ${count(done)}`;
  const share = Math.min(1, done / total);
  const full = Math.floor(share * barWidth);
  const bar = '█'.repeat(full) + '░'.repeat(barWidth - full);
  return `${stage} ${bar} ${Math.floor(share * 100)} % (${count(done)} of ${count(total)})`;
}
