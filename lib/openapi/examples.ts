import written from './examples.json' with { type: 'json' };
import type { DescribedPath } from './operations.ts';

/** A request and its answer with the demonstration data. */
export interface AnswerExample {
  /** Unique among those of a path. */
  readonly name: string;
  readonly method: 'get' | 'post';
  /** The method and the target; on a second line the body. */
  readonly request: string;
  readonly contentType: string;
  /** Parsed if it is JSON. */
  readonly body: unknown;
}

/** The examples of each path, as `node scripts/openapi-examples.ts` wrote them; a test executes them again. */
export const answerExamples = written as Readonly<Record<DescribedPath, readonly AnswerExample[]>>;
