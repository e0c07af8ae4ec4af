import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { Dealer, type Dealt } from './dealer.ts';

class RecordingWorker implements Dealt {
  readonly got: string[] = [];
  deal(socket: Socket): void {
    this.got.push(String(socket));
  }
}

const closed: string[] = [];
const socket = (name: string) => ({ toString: () => name, destroy: () => closed.push(name) }) as unknown as Socket;

function dealerWith(count: number) {
  const dealer = new Dealer<RecordingWorker>();
  const workers = Array.from({ length: count }, () => new RecordingWorker());
  for (const worker of workers) dealer.add(worker);
  return { dealer, workers };
}

test('workers that take at once get connections in turn', () => {
  const { dealer, workers } = dealerWith(3);
  for (let at = 0; at < 9; at++) {
    dealer.deal(socket(String(at)));
    for (const worker of workers) dealer.taken(worker);
  }
  expect(workers.map(({ got }) => got.join())).toEqual(['0,3,6', '1,4,7', '2,5,8']);
});

test('a busy worker gets no more until it has taken what it was dealt', () => {
  const { dealer, workers } = dealerWith(2);
  const [busy, idle] = workers as [RecordingWorker, RecordingWorker];
  for (const name of ['a', 'b', 'c', 'd']) {
    dealer.deal(socket(name));
    dealer.taken(idle);
  }
  expect([busy.got, idle.got]).toEqual([['a'], ['b', 'c', 'd']]);
});

test('what a dead worker had not taken goes to another, before what came later', () => {
  const { dealer, workers } = dealerWith(1);
  const [dead] = workers as [RecordingWorker];
  for (const name of ['taken', 'lost', 'later']) dealer.deal(socket(name));
  dealer.taken(dead);
  expect(dead.got).toEqual(['taken', 'lost']);
  dealer.remove(dead);
  const next = new RecordingWorker();
  dealer.add(next);
  dealer.taken(next);
  expect(next.got).toEqual(['lost', 'later']);
});

test('at the end all that wait are dealt, to busy workers too', () => {
  const { dealer, workers } = dealerWith(2);
  for (const name of ['a', 'b', 'c', 'd', 'e']) dealer.deal(socket(name));
  dealer.dealAll();
  expect(workers.map(({ got }) => got.join())).toEqual(['a,c,e', 'b,d']);
});

test('more than 4,096 waiting connections are closed', () => {
  const { dealer } = dealerWith(0);
  closed.length = 0;
  for (let at = 0; at < 4100; at++) dealer.deal(socket(String(at)));
  expect(closed).toEqual(['4096', '4097', '4098', '4099']);
});
