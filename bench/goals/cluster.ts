import type { Bench } from '#bench/bench.ts';
import type { Row } from '#bench/measure/row.ts';
import { type ServedNode, startNodes } from '#tests/support/cluster/nodes.ts';
import { hasPostgres, startPostgres } from '#tests/support/cluster/postgres.ts';
import { callAction, ownOrigin, signIn } from '#tests/support/staff/action.ts';

const atOnce = 12;

/** How soon changes on a node of a cluster are refused while PostgreSQL is silent. */
export async function clusterPart(_bench: Bench): Promise<Row[]> {
  if (!hasPostgres) return [];
  const postgres = await startPostgres();
  let editor = '';
  const served = await startNodes(postgres.url, 1, {
    settings: { BASE_URL: ownOrigin },
    prepare: (databaseFile) => {
      editor = signIn(databaseFile, 'editor');
    },
  });
  const [node] = served.nodes as [ServedNode];
  const addAll = async (what: string) => {
    const startedAt = performance.now();
    const added = await Promise.all(Array.from({ length: atOnce }, (_, at) => add(node, `${what} ${at}`, editor)));
    return { seconds: (performance.now() - startedAt) / 1000, ok: added.map(({ ok }) => ok) };
  };
  try {
    await addAll('before');
    const answered = await addAll('answered');
    postgres.primary.pause();
    const refused = await addAll('refused');
    postgres.primary.resume();
    if (refused.ok.some((ok) => ok !== false)) throw new Error('A change was not refused.');
    return [
      {
        what: `${atOnce} changes at the same time are refused while PostgreSQL is silent, after`,
        measured: `${refused.seconds.toFixed(2)} s`,
        against: `made while it answers: ${answered.seconds.toFixed(2)} s`,
        figure: refused.seconds - answered.seconds,
        unit: ' s more',
        goal: { most: 1.5 },
      },
    ];
  } finally {
    await served.remove();
    await postgres.remove();
  }
}

function add(node: ServedNode, name: string, editor: string) {
  const values = [{ name, contactEmail: 'ops@example.nz', note: '', perSecond: '70', enabled: true }];
  const action = { file: 'app/admin/registrars/actions.ts', name: 'addRegistrar' };
  const page = '/admin/registrars/new';
  return callAction(node.server.port, { page, action, values, cookie: editor, origin: ownOrigin });
}
