import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clearAlarm, raiseAlarm } from '#db/jobs/alarms.ts';
import { debianProgram } from '#tests/support/debian.ts';
import { makeFolder } from '#tests/support/files/temporary-folder.ts';
import { ask } from '#tests/support/http.ts';
import { type OwnFixture, ownFixture } from '#tests/support/processes/own-server.ts';
import { findFreePort } from '#tests/support/processes/server-process.ts';
import { waitUntil } from '#tests/support/wait-until.ts';

const operate = `${import.meta.dirname}/../../../docs/operate`;
const prometheusPath = debianProgram('prometheus', 'prometheus');
const alertmanagerPath = debianProgram('prometheus-alertmanager', 'prometheus-alertmanager');
const isMissing = prometheusPath === undefined || alertmanagerPath === undefined;

/** What Alertmanager posts to a webhook, as far as it is used here. */
interface Notice {
  readonly alerts: readonly { readonly status: string; readonly labels: { readonly alertname: string } }[];
}

let fixture: OwnFixture;
let receiver: Server;
let port: number;
let remove: () => void;
const delivered: string[] = [];
const running: ChildProcess[] = [];
const output: string[] = [];

function start(path: string, args: readonly string[]): void {
  const child = spawn(path, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  child.stderr.setEncoding('utf8').on('data', (text: string) => output.push(text));
  running.push(child);
}

/** The rules with no time to wait, so that one fires at the next evaluation. */
const impatient = () => readFileSync(`${operate}/rules.yml`, 'utf8').replace(/^( +for:) \w+$/gm, '$1 0s');

beforeAll(async () => {
  if (isMissing) return;
  fixture = await ownFixture();
  const folder = makeFolder();
  remove = folder.remove;
  const [metricsPort, alertPort, ownPort] = [await findFreePort(), await findFreePort(), await findFreePort()];
  port = ownPort;
  receiver = createServer(async (incoming, outgoing) => {
    const body = (await incoming.toArray()).join('');
    for (const { status, labels } of (JSON.parse(body) as Notice).alerts)
      delivered.push(`${status} ${labels.alertname}`);
    outgoing.end();
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const address = receiver.address();
  const receiverPort = typeof address === 'object' ? address?.port : 0;
  const file = (name: string, text: string) => {
    writeFileSync(join(folder.path, name), text);
    return join(folder.path, name);
  };
  const rules = file('rules.yml', impatient());
  const config = file(
    'prometheus.yml',
    `global: { scrape_interval: 1s, evaluation_interval: 1s }
rule_files: ['${rules}']
alerting: { alertmanagers: [{ static_configs: [{ targets: ['127.0.0.1:${alertPort}'] }] }] }
scrape_configs: [{ job_name: watea, static_configs: [{ targets: ['127.0.0.1:${metricsPort}'] }] }]
`,
  );
  const alertConfig = file(
    'alertmanager.yml',
    `route: { receiver: test, group_wait: 0s, group_interval: 1s, group_by: [alertname] }
receivers: [{ name: test, webhook_configs: [{ url: 'http://127.0.0.1:${receiverPort}/' }] }]
`,
  );
  await fixture.start({ METRICS_PORT: String(metricsPort), WEB_CONCURRENCY: '2' });
  start(alertmanagerPath, [
    `--config.file=${alertConfig}`,
    `--storage.path=${join(folder.path, 'alerts')}`,
    `--web.listen-address=127.0.0.1:${alertPort}`,
    '--cluster.listen-address=',
  ]);
  start(prometheusPath, [
    `--config.file=${config}`,
    `--storage.tsdb.path=${join(folder.path, 'data')}`,
    `--web.listen-address=127.0.0.1:${port}`,
  ]);
});

afterAll(async () => {
  for (const child of running) {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
  }
  receiver?.close();
  remove?.();
  await fixture?.remove();
});

/** Asks the API of Prometheus. */
async function api(path: string): Promise<{ status: string; data: unknown } | undefined> {
  const answered = await ask(port, { target: `/api/v1/${path}` }).catch(() => undefined);
  return answered === undefined || answered.status >= 500 ? undefined : JSON.parse(answered.body);
}

const query = async (expression: string) => {
  const answered = await api(`query?query=${encodeURIComponent(expression)}`);
  return answered as { status: string; data: { result: unknown[] } } | undefined;
};

test.skipIf(isMissing)(
  'Prometheus scrapes the server, and an alert is delivered when it begins and when it is over',
  async () => {
    await waitUntil('a scrape', async () => (await query('up{job="watea"} == 1'))?.data.result.length === 1);
    const facts = { code: 'worded', sentence: 'A test.' } as const;
    fixture.change((connection) => raiseAlarm(connection, 'register inbox', facts, Date.now()));
    await waitUntil('the alert', () => delivered.includes('firing WateaRegisterImportFailed'));
    fixture.change((connection) => clearAlarm(connection, 'register inbox', Date.now()));
    await waitUntil('its end', () => delivered.includes('resolved WateaRegisterImportFailed'));
  },
);

test.skipIf(isMissing)('Prometheus evaluates every rule, and every panel of the dashboard', async () => {
  interface Rules {
    readonly groups: readonly { readonly rules: readonly { readonly health: string; readonly lastError?: string }[] }[];
  }
  const rules = await waitUntil('all rules to be evaluated', async () => {
    const found = ((await api('rules'))?.data as Rules | undefined)?.groups.flatMap((group) => group.rules) ?? [];
    return found.length > 0 && found.every(({ health }) => health !== 'unknown') && found;
  });
  expect(rules.filter(({ health }) => health !== 'ok')).toEqual([]);

  const dashboard = JSON.parse(readFileSync(`${operate}/dashboard.json`, 'utf8')) as {
    panels: { targets?: { expr: string }[] }[];
  };
  const expressions = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  expect(expressions.length).toBeGreaterThan(20);
  for (const expression of expressions) {
    const asked = expression.replaceAll('$__rate_interval', '1m').replaceAll('$instance', '.*');
    expect(await query(asked), asked).toMatchObject({ status: 'success' });
  }
});
