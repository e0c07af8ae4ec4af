import { writeFileSync } from 'node:fs';

/** Requests of one kind. */
export interface Requests {
  readonly targets: readonly string[];
  /** Header lines in addition to the usual ones. */
  readonly headers?: Readonly<Record<string, string>>;
  /** For POST: a body for each target. */
  readonly bodies?: readonly string[];
  readonly status?: number;
  /** The fewest bytes that an answer's body may have. */
  readonly leastBytes: number;
}

/** Writes the bytes of requests for the load generator. */
export function writeRequests(file: string, { targets, headers = {}, bodies }: Requests): void {
  const more = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `Host: localhost\r\nUser-Agent: watea-bench\r\nAccept: */*\r\n${more.join('')}`;
  const texts = targets.map((target, place) => {
    const body = bodies?.[place];
    if (body === undefined) return `GET ${target} HTTP/1.1\r\n${head}\r\n`;
    return `POST ${target} HTTP/1.1\r\n${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
  });
  writeFileSync(file, texts.join('\0'));
}

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
