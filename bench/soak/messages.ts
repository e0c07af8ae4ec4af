/** The two APIs: requests about names, and about points. */
export const subjects = ['names', 'points'] as const;
export type Subject = (typeof subjects)[number];

/** What the load is given at its start, as JSON on standard input of its process. */
export interface LoadPlan {
  readonly port: number;
  readonly connections: number;
  readonly key: string;
  readonly names: readonly string[];
  readonly points: readonly { readonly y: string; readonly x: string }[];
  readonly first: Readonly<Record<Subject, Expected>>;
}

/** What is right about every name or every point: codes of three digits each in one text, or providers. */
export type Expected = string | readonly string[];

/** Messages to the load; each is answered by a `LoadReport` about the time since the last one. */
export type ToLoad =
  | { readonly kind: 'begin'; readonly subject: Subject; readonly next: Expected }
  | { readonly kind: 'settle'; readonly subject: Subject }
  /** Requests a second of both APIs together; undefined for as many as are answered. */
  | { readonly kind: 'rate'; readonly perSecond: number | undefined }
  | { readonly kind: 'report' };

export interface LoadReport {
  readonly seconds: number;
  /** Answers by status. */
  readonly statuses: Readonly<Record<string, number>>;
  /** How many answers were not what the models say. */
  readonly wrong: number;
  /** Requests whose connection ended before the answer. */
  readonly unanswered: number;
  /** Requests that were not sent: for a second no connection was free. */
  readonly givenUp: number;
  /** The first of each of these, and of answers with another status than 200 and 503. */
  readonly firstFaults: readonly string[];
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly mostMs: number;
}
