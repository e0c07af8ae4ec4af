import net from 'node:net';
import { readAnswers } from '#tests/support/processes/raw-answers.ts';
import { reportLongWait } from '#tests/support/wait-until.ts';

/** What a connection got (latin1), and whether the server ended it. */
export interface RawAnswer {
  readonly received: string;
  readonly isEnded: boolean;
}

/**
 * Sends bytes on a connection of their own. Resolves as soon as one answer that is not interim has arrived whole, or when
 * the server ends the connection; after an answer with `Connection: close` it waits for that end.
 */
export function askRaw(port: number, sent: Buffer): Promise<RawAnswer> {
  const isHead = sent.subarray(0, 5).toString() === 'HEAD ';
  return new Promise((resolve) => {
    const socket = net.connect({ host: '127.0.0.1', port, localAddress: '127.0.0.1' });
    let received = '';
    const endReport = reportLongWait(() => `an answer to ${sent.toString('latin1', 0, 200)}`);
    const done = (isEnded: boolean) => {
      endReport();
      socket.destroy();
      resolve({ received, isEnded });
    };
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
      if (isWhole(received, isHead) && !/\r\nconnection: close\r\n/i.test(received)) done(false);
    });
    socket.on('end', () => done(true));
    // a server that refuses a long request may end the connection while it is still being sent
    socket.on('error', () => done(true));
    socket.write(sent);
  });
}

/** Whether a text holds a whole answer that is not interim. */
function isWhole(text: string, isHead: boolean): boolean {
  const start = text.startsWith('HTTP/1.1 100 ') ? text.indexOf('\r\n\r\n') + 4 : 0;
  const headEnd = text.indexOf('\r\n\r\n', start);
  if (headEnd === -1) return false;
  const head = text.slice(start, headEnd);
  if (isHead || /^HTTP\/1\.1 (?:204|304) /.test(head)) return true;
  if (/\r\ntransfer-encoding: chunked/i.test(head)) return text.endsWith('0\r\n\r\n');
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  return length !== undefined && text.length >= headEnd + 4 + Number(length);
}

/** The answers that a connection got; that of a HEAD has no body. */
export function answersTo(sent: Buffer, { received }: RawAnswer) {
  const isHead = sent.subarray(0, 5).toString() === 'HEAD ';
  return readAnswers(isHead ? received.replace(/\r\n(?:content-length|transfer-encoding): [^\r]*/gi, '') : received);
}
