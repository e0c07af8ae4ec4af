import { type Point, parsePoint } from '#lib/broadband/point.ts';
import { errorBody } from '#lib/http/answer.ts';
import type { StreamedBody } from '#lib/http/streamed-body.ts';
import { pieceMs } from '#lib/pieces.ts';
import type { AskedPoints } from './asked-points.ts';

/** The length of a piece in characters that ends it before its time. */
const pieceLength = 65_536;

/** Looks up points; all look-ups in `inSnapshot` see one state of the coverage. */
export interface PointAnswers {
  inSnapshot<T>(work: () => T): T;
  answerAt(point: Point, x: string, y: string): string;
}

/**
 * The answer of a bulk request as newline-delimited JSON, made piece by piece. It has a line for each point, in order: what
 * the request for a single point answers, or `{"code":400,"error":…}` where that refuses.
 *
 * @param clock milliseconds of any origin
 * @param onEnd called after the last piece, or when the client has disconnected
 */
export function bulkAnswer(
  points: AskedPoints,
  answers: PointAnswers,
  clock: () => number,
  onEnd: () => void,
): StreamedBody {
  let place = 0;
  return {
    next() {
      if (place === points.count) return undefined;
      return answers.inSnapshot(() => {
        const until = clock() + pieceMs;
        let text = '';
        while (place < points.count && text.length < pieceLength && clock() < until) {
          text += `${lineOf(points.textsOf(place), answers)}\n`;
          place++;
        }
        return text;
      });
    },
    end: onEnd,
  };
}

function lineOf(texts: ReturnType<AskedPoints['textsOf']>, answers: PointAnswers): string {
  if ('code' in texts) return errorBody(400, texts);
  const { y, x } = texts;
  const parsed = parsePoint(y, x);
  return parsed.ok ? answers.answerAt(parsed.point, x, y) : errorBody(400, { code: 'point-refused', parsed, y, x });
}
