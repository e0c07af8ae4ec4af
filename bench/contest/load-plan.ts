/** What the load generator is to do. */
export interface LoadPlan {
  readonly port: number;
  /** Requests as they go over the wire, with a NUL between them; they are sent in turn. */
  readonly file: string;
  readonly requests: number;
  readonly connections: number;
  /** Requests a second; without it, as many as the connections take. */
  readonly rate?: number;
  /** What every answer must have, or the run is void. */
  readonly status: number;
  readonly leastBytes: number;
}

/** What the load generator saw. */
export interface LoadReport {
  readonly finished: number;
  readonly bad: number;
  readonly firstBad: readonly string[];
  readonly bytes: number;
  readonly seconds: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Share of one core that the generator itself used. */
  readonly ownCpuShare: number;
}
