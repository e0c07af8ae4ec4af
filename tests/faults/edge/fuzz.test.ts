import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorBody } from '#lib/http/answer.ts';
import { PageQueue } from '#server/pages/page-queue.ts';
import { ask } from '#tests/support/http.ts';
import { tries } from '#tests/support/long.ts';
import { type OwnFixture, ownFixture } from '#tests/support/processes/own-server.ts';
import type { ServerProcess } from '#tests/support/processes/server-process.ts';
import { type Sent, type Told, tell } from './fuzz-client.ts';
import { broken, type Dice, diceOf, type Whole, wholeRequest } from './fuzz-requests.ts';

let fixture: OwnFixture;
let server: ServerProcess;
beforeAll(async () => {
  fixture = await ownFixture();
  server = await fixture.start({ BASE_URL: 'https://watea.example', PAGES_PER_SECOND: '100000' });
});
afterAll(() => fixture.remove());

/** How many connections there are at a time; most of them wait for what becomes of their broken request. */
const connections = 40;
/** How many of them send whole requests at a time. All at once would be an overload, which is answered with 503 (B11). */
const talking = 4;
/** After how many milliseconds requests are sent again when a busy machine made these few an overload. */
const overloadedForMs = 600;
const overloadedBytes = Buffer.byteLength(errorBody(503, { code: 'overloaded' }));
const isShed = ({ status, head }: Sent) =>
  status === 503 && head.includes('\r\nretry-after: 1') && head.includes(`\r\ncontent-length: ${overloadedBytes}\r\n`);

/** Sends `count` requests, the last on each connection broken. @returns what was wrong, with what was sent */
async function fuzz(kind: 'api' | 'page', count: number, perConnection: number, seed: number): Promise<string[]> {
  const faults: string[] = [];
  let left = count / perConnection;
  const turns = new PageQueue({ atOnce: talking, mostWaiting: connections, longestWaitMs: 120_000 });
  const talk = async (dice: Dice) => {
    while (left-- > 0 && faults.length < 20) {
      const requests = Array.from({ length: perConnection - 1 }, () => wholeRequest(dice, kind));
      const last = broken(dice, wholeRequest(dice, kind).bytes);
      const talkOnce = async (): Promise<Told> => {
        const place = turns.enter();
        await place.turn;
        return await tell(server.port, requests, last, place.leave)
          .catch((fault: Error) => ({ answers: [], rest: '', fault: fault.message }))
          .finally(place.leave);
      };
      let told = await talkOnce();
      while (told.answers.some(isShed)) {
        await sleep(overloadedForMs);
        told = await talkOnce();
      }
      if (told.fault !== undefined)
        faults.push(`${told.fault} to ${JSON.stringify(requests.map(({ bytes }) => bytes))}`);
      told.answers.forEach((answer, at) => {
        const request = requests[at] as Whole;
        const fault = faultOf(kind, request, answer);
        if (fault !== undefined) faults.push(`${fault} in ${answer.head} to ${JSON.stringify(request.bytes)}`);
      });
      const wrong = faultOfRest(last, told.rest);
      if (wrong !== undefined)
        faults.push(`${wrong} in ${told.rest.slice(0, 600)} to ${JSON.stringify(last.slice(0, 600))}`);
    }
  };
  await Promise.all(Array.from({ length: connections }, (_, at) => talk(diceOf(seed + at))));
  return faults.slice(0, 5).map((fault) => fault.slice(0, 1500));
}

function faultOf(
  kind: 'api' | 'page',
  request: Whole,
  { status, head, hasBody }: { status: number; head: string; hasBody: boolean },
) {
  if (!request.statuses.includes(status)) return `${status} instead of ${request.statuses.join(', ')}`;
  const id = /\r\nx-request-id: (\S+)/.exec(head)?.[1];
  if (id === undefined || (request.id !== undefined && id !== request.id)) return `the request id ${id}`;
  if (kind === 'api' && hasBody && !/\r\ncontent-type: (?:application\/json|text\/csv)/.test(head)) return 'no JSON';
  return head.includes('\r\ncontent-security-policy: ') ? undefined : 'no policy';
}

/** The head of a refusal for overload, up to its length. */
const shedHead = new RegExp(
  `HTTP/1\\.1 503 (?:(?!\\r\\n\\r\\n)[^])*?\\r\\ncontent-length: ${overloadedBytes}\\r\\n`,
  'gi',
);
const faultStatus = /(?:^|\r\n)HTTP\/1\.1 (?:50[02-4]|506|5[1-9]\d) /;
const apiLine = /^[A-Z]+ +(?:http:\/\/[\w.]+)?\/(?:1\.0|api)[/? ]/;

/** What is wrong with the answers to a broken request: whatever they are, they are no faults, and have an id. */
function faultOfRest(last: string, rest: string): string | undefined {
  if (rest === '') return undefined;
  if (faultStatus.test(rest.replaceAll(shedHead, ''))) return 'a fault of the server';
  const head = rest.replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, '').split('\r\n\r\n', 1)[0] ?? '';
  if (head === '') return undefined;
  if (!/\r\nx-request-id: \S/i.test(head)) return 'no request id';
  if (
    apiLine.test(last) &&
    /\r\ncontent-type: /i.test(head) &&
    !/\r\ncontent-type: (?:application\/json|text\/csv)/i.test(head)
  )
    return 'no JSON';
  return undefined;
}

test('the APIs answer 50,000 random requests, a tenth of them broken, without a fault', async () => {
  expect(await fuzz('api', tries(50_000, 500_000), 10, 1)).toEqual([]);
  expect((await ask(server.port, { target: '/1.0/droplist' })).status).toBe(200);
  expect(server.child.exitCode).toBeNull();
});

test('pages answer 2,000 random requests, a fifth of them broken, without a fault', async () => {
  expect(await fuzz('page', tries(2000, 20_000), 5, 1001)).toEqual([]);
  expect((await ask(server.port, { target: '/healthz' })).status).toBe(200);
  expect(server.child.exitCode).toBeNull();
  // what a caller can provoke is no event for the log of errors
  expect(server.output()).not.toMatch(/"level":(?:50|60)|\bat .*\(.*:\d+:\d+\)/);
});
