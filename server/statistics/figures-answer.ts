import { hash } from 'node:crypto';
import { connections } from '#db/client.ts';
import { areasOf, type StoredArea } from '#db/statistics/area-sets.ts';
import { decodeParts } from '#lib/broadband/coverage/part-codec.ts';
import { now } from '#lib/clock.ts';
import { type Answer, errorAnswer } from '#lib/http/answer.ts';
import { conditionalAnswer, Representation } from '#lib/http/conditional.ts';
import type { Exchange } from '#lib/http/exchange.ts';
import { pathParameters, publicPaths } from '#lib/http/public-paths.ts';
import type { ApiRequest } from '#lib/http/target.ts';
import { processWide } from '#lib/process-wide.ts';
import { RecentlyUsed } from '#lib/recently-used.ts';
import { type AreaPictureColours, drawAreaPicture } from '#lib/statistics/area-picture.ts';
import { figuresCsv, figuresJson } from '#lib/statistics/figures-file.ts';
import { admissionOf, limits } from '#server/access/limits.ts';
import { fileOf, measuredSetAt, measuredSets } from './figures.ts';

/** Files and pictures a second for one address; making one takes some 10 ms of the process. */
const perSecond = 3;

const forms = {
  csv: { write: figuresCsv, type: 'text/csv; charset=utf-8; header=present' },
  json: { write: figuresJson, type: 'application/json' },
} as const;

const setOf = { csv: pathParameters(publicPaths.figuresCsv), json: pathParameters(publicPaths.figuresJson) } as const;

/** Answers with the figures of a set of areas for what is published. */
export async function figuresAnswer(
  request: ApiRequest,
  { caller }: Exchange,
  form: keyof typeof forms,
): Promise<Answer> {
  const admitted = admissionOf(await limits().takePublic('figures', caller.limitKey, perSecond, now()));
  if (!admitted.ok) return admitted.answer;
  const [slug] = setOf[form](request.path) ?? [];
  const measured = slug === undefined ? undefined : measuredSetAt(slug);
  if (measured === undefined) return errorAnswer(404, { code: 'no-figures' }, admitted.headers);
  const { write, type } = forms[form];
  const name = `${measured.set.slug}-${measured.measurement.versionId}.${form}`;
  return answerWith(request, write(measured.figures, fileOf(measured)), measured.measurement.measuredAt, type, {
    ...admitted.headers,
    'Cache-Control': 'no-cache',
    'Content-Disposition': `attachment; filename="${name}"`,
  });
}

/** Bytes of pictures that are kept in memory: drawing one takes a tenth of a second. */
const mostBytes = 2 * 1024 * 1024;
const pictures = () =>
  processWide('area-pictures', () => new RecentlyUsed<Uint8Array>(mostBytes, ({ length }) => length));

const addressed = pathParameters(publicPaths.areaPicture);

/** Answers with the picture of an area that has figures. */
export async function pictureAnswer(
  request: ApiRequest,
  { caller }: Exchange,
  colours: AreaPictureColours,
): Promise<Answer> {
  const admitted = admissionOf(await limits().takePublic('figures', caller.limitKey, perSecond, now()));
  if (!admitted.ok) return admitted.answer;
  const [setSlug, slug = ''] = addressed(request.path) ?? [];
  const set = measuredSets().find((known) => known.slug === setSlug);
  const areas = set === undefined ? [] : areasOf(connections().reader, set.id);
  const area = areas.find((known) => known.slug === slug);
  if (set === undefined || area === undefined) return errorAnswer(404, { code: 'no-figures' }, admitted.headers);
  const key = `${set.id} ${set.revision} ${slug}`;
  const others = areas.filter((other) => other !== area);
  const picture = pictures().get(key) ?? drawAreaPicture(ringsOf(area), others.map(ringsOf), colours);
  pictures().keep(key, picture);
  const headers = { ...admitted.headers, 'Cache-Control': 'public, max-age=3600', 'X-Robots-Tag': 'noindex' };
  return answerWith(request, picture, set.importedAt, 'image/png', headers);
}

function ringsOf({ parts }: StoredArea) {
  return decodeParts(parts).flat();
}

function answerWith(
  { headers: asked }: ApiRequest,
  content: string | Uint8Array,
  atMs: number,
  type: string,
  headers: Readonly<Record<string, string>>,
) {
  const body = Buffer.from(content);
  const made = new Representation({ body, digest: hash('sha256', body, 'base64url') }, atMs, type);
  return conditionalAnswer(asked, made, headers);
}
