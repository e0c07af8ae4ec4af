import { globSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorAnswer } from '#lib/http/answer.ts';
import { onFault } from '#lib/http/endpoint.ts';
import { absoluteFolder, buildFolder } from '#server/http/build-folder.ts';
import { sendReply } from '#server/http/direct-lane.ts';
import { refusePage as refuseInText } from '#server/http/page-refusals.ts';
import type { WatchedResponse } from '#server/http/request-end.ts';
import type { Handlers, PageRequest, Pages } from '#server/http/serve.ts';
import { openStaticFiles } from '#server/http/static-files.ts';
import { isOverloaded, shedAfterMs } from '#server/http/turn.ts';
import { answeringBy } from './answer-once.ts';
import { type HandedOver, handOverTo } from './hand-over.ts';
import { isSignIn, longestWaitMs, pageQueues, pageWaitMs, staffOf, takePage } from './page-bounds.ts';
import { busy, type PageRefusal, refusePage, tooMany } from './page-refusal.ts';
import type { PagesAddress } from './pages-address.ts';

/**
 * What a process of the APIs does with requests that it does not answer: it refuses what is malformed, sends the files of
 * the build from memory, and hands the rest over to the pages process, within bounds that keep pages from costing the APIs
 * anything. See docs/decisions/pages-process.md.
 */
export function openPagesFront(address: PagesAddress, handlers: Handlers): Pages {
  const staticFiles = openStaticFiles();
  const isFile = knownFiles();
  const queueFor = pageQueues();
  const answerOnce = answeringBy(handOverTo(address));

  /** @returns why the request must be refused; undefined once it was answered, or its caller is gone */
  async function answerInTurn(handed: HandedOver, asked: PageRequest): Promise<PageRefusal | undefined> {
    const { incoming, outgoing, hasBody, waitsForContinue } = handed;
    const staffId = staffOf(incoming);
    if (asked.found === undefined && !isFile(asked.path)) {
      const verdict = await takePage(asked, staffId);
      if (!verdict.isAdmitted) return tooMany(verdict.retryAfterSeconds ?? 1);
    }
    const isStaff = staffId !== undefined;
    const isBodyComplete = !hasBody || isStaff || (!waitsForContinue && (await bodyArrived(incoming)));
    const place = queueFor(asked, { isStaff, isBodyComplete }).enter();
    outgoing.once('close', place.leave);
    if ((await place.turn) === undefined) return busy;
    try {
      return await answerOnce(handed, isPageToRead(asked, incoming) ? pageWaitMs : longestWaitMs);
    } finally {
      place.leave();
    }
  }

  /** While this process is overloaded it has no time for visitors: pages are the first to go (B11). */
  function isShed(incoming: IncomingMessage, { path }: PageRequest): boolean {
    return isOverloaded('page') && !isFile(path) && !isSignIn(path) && staffOf(incoming) === undefined;
  }

  async function answerOrShed(handed: HandedOver, asked: PageRequest): Promise<PageRefusal | undefined> {
    // the APIs have limits of their own (`API_LANE=next`)
    if (asked.found?.process === 'api') return await answerOnce(handed, longestWaitMs);
    if (!isShed(handed.incoming, asked)) return await answerInTurn(handed, asked);
    handed.exchange.isShed = true;
    await sleep(shedAfterMs);
    return busy;
  }

  return (incoming, outgoing, asked) => {
    const { url, exchange, found, hasBody, waitsForContinue } = asked;
    if (found === undefined && staticFiles(incoming, outgoing, url)) return;
    const handed = { incoming, outgoing, url, exchange, hasBody, waitsForContinue };
    if (hasBody) outgoing.body = { fail: (fault) => refuseBody(outgoing, asked, handlers, fault) };
    void answerOrShed(handed, asked)
      .catch((fault: unknown) => {
        // such as a session that cannot be read: the APIs go on without it
        onFault(fault, exchange.requestId);
        return busy;
      })
      .then((refusal) => {
        if (refusal !== undefined) refusePage(incoming, outgoing, asked, { refusal, handlers });
      });
  };
}

/** Whether a browser that is told to wait can ask for it again: a form would have to be filled in once more. */
function isPageToRead({ found, hasBody }: PageRequest, { method }: IncomingMessage): boolean {
  return found === undefined && !hasBody && (method === 'GET' || method === 'HEAD');
}

/** Refuses a body that Node's parser cannot read, in the form of its path. */
function refuseBody(
  outgoing: WatchedResponse,
  { exchange, found }: PageRequest,
  handlers: Handlers,
  { status, reason }: Parameters<NonNullable<WatchedResponse['body']>['fail']>[0],
): void {
  if (outgoing.headersSent) return;
  if (found !== undefined) {
    sendReply(outgoing, handlers[found.name].complete(errorAnswer(status, reason), exchange), exchange);
    return;
  }
  refuseInText(outgoing, status, reason);
}

/**
 * Waits until a body has arrived, or as much of it as is buffered without a reader (64 KiB), or its sender is gone. A
 * visitor who sends slowly then waits alone, and has no turn meanwhile that others wait for.
 *
 * @returns whether all of it has arrived
 */
function bodyArrived(incoming: IncomingMessage): Promise<boolean> {
  return new Promise((resolve) => {
    const look = () => {
      const isFull = incoming.readableLength >= incoming.readableHighWaterMark;
      if (!incoming.complete && !isFull && !incoming.destroyed) return;
      incoming.off('readable', look).off('close', look);
      resolve(incoming.complete);
    };
    incoming.on('readable', look).on('close', look);
    look();
  });
}

/** Tests whether a path is that of a file of the build or of `public/`, which is not counted as a page. */
function knownFiles(): (path: string) => boolean {
  // while developing, the files of the build come and go
  if (process.env.NODE_ENV === 'development') return () => true;
  const publicFolder = `${import.meta.dirname}/../../public`;
  const paths = new Set([
    ...globSync('**/*.*', { cwd: `${absoluteFolder(buildFolder())}/static` }).map((name) => `/_next/static/${name}`),
    ...globSync('**/*.*', { cwd: publicFolder }).map((name) => `/${name}`),
  ]);
  return (path) => paths.has(path);
}
