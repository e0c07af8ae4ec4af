import { createHash } from 'node:crypto';
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import pg from 'pg';
import { readOffers } from '#db/broadband/layer-content.ts';
import { technologiesInUse } from '#db/broadband/technologies.ts';
import { openReader } from '#db/client.ts';
import { readGeneration } from '#db/generation.ts';
import { answerWriter } from '#lib/broadband/answer.ts';
import { availabilityEntry, type KnownNames, statusOfName } from '#lib/registry/name-status.ts';
import { parseName } from '#lib/registry/names/name.ts';
import { statuses } from '#lib/registry/status.ts';

/**
 * The usual alternative: Fastify, `pg` and PostgreSQL with PostGIS. In its favour, offers, keys, the allowlist and all
 * counts are in memory, and the project's own functions build the answers. Only the offers that cover a point and the
 * state of a name come from PostgreSQL, by one named prepared statement a request.
 *
 * Arguments: the folder of PostgreSQL's socket, the project's database with the same offers, the key. Prints its port.
 */
const [host = '', databaseFile = '', key = ''] = process.argv.slice(2);
const pool = new pg.Pool({ host, user: 'bench', database: 'postgres', max: 4 });

const reader = openReader(databaseFile);
const technologies = technologiesInUse(reader);
const write = answerWriter(technologies, readOffers(reader.db, readGeneration(reader.db, 'coverage').value));
reader.sqlite.close();

const registrars = new Map([['127.0.0.1', 1]]);
const keys = new Map([[sha256(key), { id: 1, perSecond: 10_000_000, perDay: 1_000_000_000 }]]);
const used = new Map<string, number>();
const exposed =
  'RateLimit-Policy, RateLimit, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, X-Request-Id';

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function take(subject: string): number {
  const count = (used.get(subject) ?? 0) + 1;
  used.set(subject, count);
  return count;
}

/** The headers that the project's answers have. */
function allow(reply: FastifyReply, id: string, perSecond: number, count: number, more: string): void {
  reply.headers({
    'X-Request-Id': id,
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Expose-Headers': exposed,
    'RateLimit-Policy': `"second";q=${perSecond};w=1${more}`,
    RateLimit: `"second";r=${perSecond - count};t=1`,
    'RateLimit-Limit': String(perSecond),
    'RateLimit-Remaining': String(perSecond - count),
    'RateLimit-Reset': '1',
  });
}

const app = Fastify({ logger: { level: 'info' }, disableRequestLogging: true });
app.addHook('onResponse', (request: FastifyRequest, reply, done) => {
  const { method, url } = request;
  const path = url.split('?', 1)[0];
  request.log.info({
    id: request.id,
    method,
    path,
    status: reply.statusCode,
    ms: reply.elapsedTime,
    caller: request.ip,
  });
  done();
});

interface Known {
  readonly registered: string | null;
  readonly cancelled: string | null;
  readonly free_at: string | null;
  readonly listed: 'Prohibited' | 'Conflicted' | 'Resolved' | 'Reserved' | null;
}

const numberOrNull = (value: string | null) => (value === null ? null : Number(value));

app.get<{ Querystring: Record<string, string> }>('/1.0/availability', async (request, reply) => {
  if (!registrars.has(request.ip)) return reply.code(403).send({ code: 403, error: 'not on the allowlist' });
  const asked = parseName(request.query['domains[]'] ?? '');
  let status: Parameters<typeof availabilityEntry>[1] = statuses.Invalid;
  if (asked.valid) {
    const { rows } = await pool.query<Known>({
      name: 'name',
      text: `SELECT d.registered, d.cancelled, d.free_at, l.status AS listed FROM (SELECT $1::text AS name) AS asked
             LEFT JOIN domain d ON d.name = asked.name LEFT JOIN listed_name l ON l.name = asked.name`,
      values: [asked.domain],
    });
    const row = rows[0];
    const known: KnownNames = {
      find: () =>
        row === undefined || row.registered === null
          ? undefined
          : {
              registered: Number(row.registered),
              cancelled: numberOrNull(row.cancelled),
              freeAt: numberOrNull(row.free_at),
            },
      listed: () => row?.listed ?? undefined,
    };
    status = statusOfName(asked, known, { now: Date.now(), hasSandboxName: true });
  }
  allow(reply, request.id, 10_000_000, take('registrar:1'), '');
  reply.header('Cache-Control', 'no-store').type('application/json; charset=utf-8');
  return `[${availabilityEntry(asked, status)}]`;
});

app.get<{ Params: { y: string; x: string }; Querystring: { api_key?: string } }>(
  '/api/1.0/availability/yx/:y/:x',
  async (request, reply) => {
    const account = keys.get(sha256(request.query.api_key ?? ''));
    if (account === undefined) return reply.code(401).send({ code: 401, error: 'no such key' });
    const { y, x } = request.params;
    const { rows } = await pool.query<{ offer_id: number }>({
      name: 'point',
      text: `SELECT DISTINCT offer_id FROM piece
             WHERE ST_Covers(geom, ST_SetSRID(ST_MakePoint($1::float8, $2::float8), 4326)) ORDER BY offer_id`,
      values: [x, y],
    });
    allow(reply, request.id, account.perSecond, take('key:1'), `, "day";q=${account.perDay};w=86400`);
    reply.header('Cache-Control', 'private, no-store').type('application/json');
    return write(
      x,
      y,
      rows.map(({ offer_id }) => offer_id),
    );
  },
);

process.on('SIGTERM', () => process.exit(0));
await app.listen({ port: 0, host: '127.0.0.1' });
const address = app.server.address();
process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`);
