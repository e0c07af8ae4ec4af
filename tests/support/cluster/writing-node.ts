import { addRegistrar, nodeOf, startNode } from '#db/cluster/nodes.fixture.ts';
import { Lease } from '#db/jobs/lease.ts';
import { setOwnNode } from '#db/process-identity.ts';
import { transact, whileGuarded } from '#db/transaction.ts';

/** What a test has this node do. */
export type Order =
  | { readonly what: 'hold' }
  | { readonly what: 'write' | 'stop inside'; readonly name: string }
  | { readonly what: 'write on'; readonly name: string };

/** What it reports: whether it has the lease, or how a write has ended. */
export type Report = { readonly done: string } | { readonly code: string };

// A node in a process of its own, which a test stops or kills. It writes as the holder of a lease.

const [urls = '', databaseFile = ''] = process.argv.slice(2);
setOwnNode('stopped');
const node = nodeOf(urls, databaseFile);
await node.enter();
const opened = startNode(node);
const lease = new Lease(opened.writer, 'release job');
const report = (given: Report) => void process.send?.(given);

async function obey(order: Order): Promise<void> {
  if (order.what === 'hold') return report({ done: `held: ${await lease.hold()}` });
  const { name } = order;
  if (order.what === 'write on')
    for (let count = 0; ; count++) await tell(addRegistrar(opened, `${name} ${count}`), `${name} ${count}`);
  const write = () => {
    if (order.what === 'stop inside') process.kill(process.pid, 'SIGSTOP');
    opened.writer.sqlite.prepare('INSERT INTO registrar (name, created_at) VALUES (?, 1)').run(name);
  };
  const guard = () => lease.requireHeld();
  await tell(
    whileGuarded(guard, () => transact(opened.writer, write)),
    name,
  );
}

function tell(work: Promise<unknown>, name: string): Promise<void> {
  return work.then(
    () => report({ done: name }),
    (fault) => report({ code: fault.reason?.code ?? String(fault) }),
  );
}

process.on('disconnect', () => process.exit(0));
process.on('message', (order: Order) => void obey(order));
report({ done: 'started' });
