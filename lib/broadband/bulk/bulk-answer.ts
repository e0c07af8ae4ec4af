import { type Point, parsePoint } from '#lib/broadband/point.ts';
import { pointRefusal } from '#lib/broadband/point-refusal.ts';
import { errorBody } from '#lib/http/answer.ts';
import type { BodyInPieces } from '#lib/http/body-in-pieces.ts';
import type { AskedPoints } from './asked-points.ts';

/** How long a piece is made at a stretch, in milliseconds, and its length in characters at which it ends early. */
const pieceMs = 5;
const pieceLength = 65_536;

/** Looks points up; all that is asked during `inSnapshot` is answered from one state of the coverage. */
export interface PointAnswers {
  inSnapshot<T>(work: () => T): T;
  answerAt(point: Point, x: string, y: string): string;
}

/**
 * The answer of a bulk request as newline-delimited JSON, made piece by piece: for each point, in order, the line that
 * the single form would answer, or `{"code":400,"error":…}` where it would refuse.
 *
 * @param clock milliseconds of any origin
 * @param onEnd called when the last piece is made, or nobody wants more
 */
export function bulkAnswer(
  points: AskedPoints,
  answers: PointAnswers,
  clock: () => number,
  onEnd: () => void,
): BodyInPieces {
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
  if (typeof texts === 'string') return errorBody(400, texts);
  const { y, x } = texts;
  const parsed = parsePoint(y, x);
  return parsed.ok ? answers.answerAt(parsed.point, x, y) : errorBody(400, pointRefusal(parsed, y, x));
}
