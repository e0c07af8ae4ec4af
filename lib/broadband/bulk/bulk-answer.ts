import type { AnswerFormName } from '#lib/broadband/answer.ts';
import { type Point, parsePoint } from '#lib/broadband/point.ts';
import { errorBody, type StreamedBody } from '#lib/http/answer.ts';
import { pieceMs } from '#lib/pieces.ts';
import type { AskedPoints } from './asked-points.ts';

/** The length of a piece in characters that ends it before its time. */
const pieceLength = 65_536;

/** Looks up points. */
export interface PointAnswers {
  answerAt(point: Point, x: string, y: string, form?: AnswerFormName): string;
}

/** The lines of a bulk answer; all that are made in `inSnapshot` are of one state of the coverage. */
export interface BulkLines {
  readonly count: number;
  inSnapshot<T>(work: () => T): T;
  /** The line at a place, counted from 0. */
  lineAt(place: number): string;
}

/**
 * The answer of a bulk request as newline-delimited JSON, made piece by piece, with a line for each thing that was asked,
 * in order.
 *
 * @param clock milliseconds of any origin
 * @param onEnd called after the last piece, or when the client has disconnected
 */
export function bulkAnswer(lines: BulkLines, clock: () => number, onEnd: () => void): StreamedBody {
  let place = 0;
  return {
    next() {
      if (place === lines.count) return undefined;
      return lines.inSnapshot(() => {
        const until = clock() + pieceMs;
        let text = '';
        while (place < lines.count && text.length < pieceLength && clock() < until) {
          text += `${lines.lineAt(place)}\n`;
          place++;
        }
        return text;
      });
    },
    end: onEnd,
  };
}

/** The line of a point: what the request for it alone answers, or `{"code":400,"error":…}` where that refuses. */
export function lineOfPoint(
  texts: ReturnType<AskedPoints['textsOf']>,
  answers: PointAnswers,
  form?: AnswerFormName,
): string {
  if ('code' in texts) return errorBody(400, texts);
  const { y, x } = texts;
  const parsed = parsePoint(y, x);
  return parsed.ok
    ? answers.answerAt(parsed.point, x, y, form)
    : errorBody(400, { code: 'point-refused', parsed, y, x });
}
