/** What came of a piece of work, for every screen that shows one alike. */
export interface JobOutcome {
  /** What was done, in a sentence: `Version 7 is ready.` */
  readonly sentence: string;
  /** More to know about it, a sentence each. */
  readonly notes: readonly string[];
  /** Where to go on. */
  readonly next?: { readonly href: string; readonly words: string };
  /** The same as data, for the screen that asked for the work. */
  readonly data?: unknown;
}
