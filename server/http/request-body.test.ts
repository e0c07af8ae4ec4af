import http from 'node:http';
import { expect, test } from 'vitest';
import { sendOnAfterAnswer } from '#tests/support/web/persistent-caller.ts';
import { endUnreadBody } from './request-body.ts';

test('a caller that still sends its body when it is refused gets the answer, and no reset', async () => {
  const server = http.createServer((incoming, outgoing) => {
    // as long as this test may take
    endUnreadBody(incoming, outgoing, 300_000);
    outgoing.writeHead(413, { Connection: 'close' }).end();
  });
  const begun = `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n${'x'.repeat(100_000)}`;
  const { answer, faults } = await sendOnAfterAnswer(server, begun);
  expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  expect(faults).toEqual([]);
});
