/** A run of the load generator. */
export interface LoadPlan {
  readonly port: number;
  /** The bytes of the requests, with a NUL between them; they are sent in turn. */
  readonly file: string;
  readonly requests: number;
  readonly connections: number;
  /** Requests a second; undefined for as many as the connections take. */
  readonly rate?: number;
  /** The status of every answer; with another one the run is void. */
  readonly status: number;
  readonly leastBytes: number;
}

/** The result of a run. */
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
