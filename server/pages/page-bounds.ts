import type { IncomingMessage } from 'node:http';
import type { Verdict } from '#lib/access/limit/policy.ts';
import { now } from '#lib/clock.ts';
import { settings } from '#lib/env.ts';
import { limits } from '#server/access/limits.ts';
import { sessionInCookies } from '#server/access/staff-session.ts';
import type { PageRequest } from '#server/http/serve.ts';
import { openQueues, PageQueue } from './page-queue.ts';

/**
 * How long a request waits for its turn, and for a pages process that is being replaced, in milliseconds. In development
 * Next may need longer to start.
 */
export const longestWaitMs = process.env.NODE_ENV === 'development' ? 120_000 : 20_000;

/** How long a page that a browser can ask for again waits for a pages process, in milliseconds: people see why they wait. */
export const pageWaitMs = 3_000;

/**
 * How many requests the pages process has at once from all processes of this server, and how many wait. It renders one
 * page after the other, so more at once would cost memory and make nothing faster. Staff never wait behind visitors. What
 * takes long has few turns: measuring an area, drawing a picture, and a visitor's body that is still arriving. So do
 * sign-ins, which are answered even while the process is overloaded.
 */
const bounds = {
  staff: { atOnce: 32, mostWaiting: 128 },
  visitors: { atOnce: 8, mostWaiting: 256 },
  costly: { atOnce: 2, mostWaiting: 64 },
  bodies: { atOnce: 2, mostWaiting: 32 },
  signIns: { atOnce: 2, mostWaiting: 16 },
} as const;
type QueueName = keyof typeof bounds;

const signInPath = /^\/admin\/login(?:\/|$)/;
const costlyPath = /^\/(?:preview\/|areas?$)/;
/** All callers with an unknown address share the pages of this many addresses. */
const unknownShare = 10;

/** Who asks for a page: a signed-in member of staff by number, or undefined for anybody else. */
export function staffOf({ headers }: IncomingMessage): number | undefined {
  const session = headers.cookie === undefined ? undefined : sessionInCookies(headers.cookie);
  return session === undefined || session.state === 'needs-second-factor' ? undefined : session.staff.id;
}

/** Whether staff sign in at this path. */
export function isSignIn(path: string): boolean {
  return signInPath.test(path);
}

/** Counts a page against the limit a second of the caller's address, or of a member of staff wherever they are. */
export function takePage({ exchange }: PageRequest, staffId: number | undefined): Verdict | Promise<Verdict> {
  const { caller } = exchange;
  const perSecond = settings().pagesPerSecond;
  if (staffId !== undefined) return limits().takePublic('pages of staff', String(staffId), perSecond, now());
  return limits().takePublic('pages', caller.limitKey, caller.known ? perSecond : unknownShare * perSecond, now());
}

/** The queues of this process: its part of the server's, whose processes get about the same number of connections. */
export function pageQueues(): (asked: PageRequest, from: { isStaff: boolean; isBodyComplete: boolean }) => PageQueue {
  const part = (total: number) => Math.max(1, Math.floor(total / settings().workers));
  const queueOf = (name: QueueName) => {
    const { atOnce, mostWaiting } = bounds[name];
    const queue = new PageQueue({ atOnce: part(atOnce), mostWaiting: part(mostWaiting), longestWaitMs });
    openQueues().set(name, queue);
    return queue;
  };
  const queues = {
    staff: queueOf('staff'),
    visitors: queueOf('visitors'),
    costly: queueOf('costly'),
    bodies: queueOf('bodies'),
    signIns: queueOf('signIns'),
  } satisfies Record<QueueName, PageQueue>;
  return ({ path }, { isStaff, isBodyComplete }) => {
    if (isStaff) return queues.staff;
    if (!isBodyComplete) return queues.bodies;
    if (isSignIn(path)) return queues.signIns;
    return costlyPath.test(path) ? queues.costly : queues.visitors;
  };
}
