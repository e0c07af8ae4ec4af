import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasPostgres, type Postgres, startPostgres } from '#tests/support/cluster/postgres.ts';
import { debianProgram } from '#tests/support/debian.ts';
import { findFreePort, type ServerProcess, startServer } from '#tests/support/processes/server-process.ts';
import { waitUntil } from '#tests/support/wait-until.ts';
import { buildOnce } from './build.ts';
import { endWithNpm } from './end-with-npm.ts';

// `npm run cluster`: PostgreSQL with a synchronous standby, three nodes with demonstration data and HAProxy before them, all
// on this machine and in a temporary folder, to try out what happens when one of them fails

/** The address from which HAProxy asks the nodes: the only proxy that they trust. */
const proxyAddress = '127.0.0.2';
const nodeNames = ['node-1', 'node-2', 'node-3'] as const;

interface RunningNode {
  readonly name: string;
  readonly port: number;
  server: ServerProcess;
}

const folder = mkdtempSync(join(tmpdir(), 'watea-cluster-'));
const running: { postgres?: Postgres; haproxy?: ChildProcess; nodes: RunningNode[] } = { nodes: [] };

const secret = randomBytes(32).toString('hex');

/** Starts a node of that name on a port; the first one's demonstration data are the cluster's. */
async function startNode(name: string, port: number, clusterUrl: string, publicPort: number): Promise<ServerProcess> {
  return await startServer({
    PORT: String(port),
    NODE_NAME: name,
    CLUSTER_URL: clusterUrl,
    SECRET_KEY: secret,
    DATABASE_URL: `file:${join(folder, name, 'watea.db')}`,
    BASE_DIR: join(folder, 'bases'),
    BASE_URL: `http://localhost:${publicPort}`,
    TRUSTED_PROXIES: proxyAddress,
    METRICS_ALLOW: '127.0.0.0/8',
    LOG_LEVEL: 'error',
    NODE_ENV: 'production',
  });
}

async function startNodes(clusterUrl: string, publicPort: number): Promise<void> {
  const start = async (name: string) => {
    const port = await findFreePort();
    running.nodes.push({ name, port, server: await startNode(name, port, clusterUrl, publicPort) });
    console.log(`${name} answers.`);
  };
  const [first, ...others] = nodeNames;
  await start(first);
  console.log('The first node makes a base for the others …');
  await waitUntil('the first base', () => existsSync(join(folder, 'bases', 'bases.json')));
  for (const name of others) await start(name);
}

function startHaproxy(path: string, port: number): void {
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, haproxyConfiguration({ port, nodes: running.nodes, source: proxyAddress }));
  running.haproxy = spawn(path, ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'inherit'] });
}

async function stop(status = 0): Promise<void> {
  running.haproxy?.kill();
  await Promise.all(running.nodes.map(({ server }) => server.stop()));
  await running.postgres?.remove();
  rmSync(folder, { recursive: true, force: true });
  process.exit(status);
}

function welcome({ primary, standby }: Postgres, port: number): string {
  const [first = '', second = ''] = running.nodes.map(({ server }) => `http://localhost:${server.port}`);
  const nodes = running.nodes.map(
    ({ name, server }) => `  ${name}       http://localhost:${server.port}/   (first process ${server.child.pid})`,
  );
  const example =
    /curl -g '(?:http:\/\/localhost:\d+)([^']+)'/.exec(running.nodes[0]?.server.output() ?? '')?.[1] ?? '/';
  return `
The cluster is running at http://localhost:${port}/ (HAProxy, process ${running.haproxy?.pid}).

${nodes.join('\n')}
  PostgreSQL   primary on port ${primary.port} (process ${primary.pid}), standby on port ${standby?.port} (process ${standby?.pid})

Watch:
  watch -n1 'curl -s ${first}/readyz ${second}/readyz'
  while sleep 0.1; do curl -gs -o /dev/null -w '%{http_code}\\n' 'http://localhost:${port}${example}'; done

Try:
  kill -9 ${running.nodes[1]?.server.child.pid}          a node is lost: HAProxy asks the others
  kill -9 ${primary.pid}          PostgreSQL is lost: both APIs answer for MAX_STALE (60 s), changes are refused in words
  kill -USR2 ${process.pid}       then: makes the standby the primary, adds another, and starts nodes that were lost

Ctrl+C stops everything and removes ${folder}.
`;
}

/** Replaces what was killed: a primary by its standby, with another standby, and nodes by themselves. */
async function repair(postgres: Postgres, publicPort: number): Promise<void> {
  if (postgres.primary.pid === undefined) await postgres.failOver();
  const { primary, standby } = postgres;
  console.log(`The primary is on port ${primary.port} (process ${primary.pid}), its standby on port ${standby?.port}.`);
  for (const node of running.nodes) {
    const { exitCode, signalCode } = node.server.child;
    if (exitCode === null && signalCode === null) continue;
    node.server = await startNode(node.name, node.port, postgres.url, publicPort);
    console.log(`${node.name} answers again (first process ${node.server.child.pid}).`);
  }
}

endWithNpm();
const haproxyPath = debianProgram('haproxy', 'haproxy');
if (!hasPostgres || haproxyPath === undefined) {
  console.error('Install PostgreSQL and HAProxy first: apt-get install --no-install-recommends postgresql haproxy');
  rmSync(folder, { recursive: true });
  process.exit(1);
}
buildOnce();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());
try {
  const postgres = await startPostgres({ isDurable: true });
  running.postgres = postgres;
  const port = await findFreePort();
  // one repair after the other
  let repaired = Promise.resolve();
  process.on('SIGUSR2', () => {
    repaired = repaired.then(() => repair(postgres, port)).catch((fault) => console.error(fault));
  });
  await startNodes(postgres.url, port);
  startHaproxy(haproxyPath, port);
  console.log(welcome(postgres, port));
} catch (fault) {
  console.error(fault instanceof Error ? fault.message : fault);
  await stop(1);
}

/** HAProxy before the nodes of a cluster. */
interface Balanced {
  readonly port: number;
  readonly nodes: readonly { readonly name: string; readonly port: number }[];
  /** The address from which it asks them. */
  readonly source: string;
}

/**
 * Requests go to each node in turn while it is ready. A browser of staff stays on one node, where it reads at once what it
 * has written, and where its uploads are.
 */
const haproxyConfiguration = ({ port, nodes, source }: Balanced): string => `defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  option forwardfor
  option redispatch
  retries 2

frontend in
  bind 127.0.0.1:${port}
  use_backend staff if { path_beg /admin }
  default_backend apis

backend apis
  balance leastconn
  option httpchk GET /readyz
  http-request disable-l7-retry unless METH_GET
  retry-on conn-failure empty-response
  default-server inter 1s fall 2 rise 1 source ${source}
${nodes.map((node) => `  server ${node.name} 127.0.0.1:${node.port} check`).join('\n')}

backend staff
  cookie watea-node insert indirect nocache httponly
  option httpchk GET /healthz
  default-server inter 1s fall 2 rise 1 source ${source}
${nodes.map((node) => `  server ${node.name} 127.0.0.1:${node.port} check cookie ${node.name}`).join('\n')}
`;
