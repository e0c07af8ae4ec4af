/** How far a node of a cluster has followed the log. The words are in `lib/words/readiness.ts`. */
export interface NodeRemark {
  readonly node: string;
  readonly isConnected: boolean;
  readonly sequence: number;
  readonly behind: number;
  readonly ageMs: number;
}
