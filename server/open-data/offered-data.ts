import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { connections } from '#db/client.ts';
import { dataFilePath } from '#db/open-data/data-folder.ts';
import {
  type DataFile,
  type DataVersion,
  dataFilesOf,
  getDataFile,
  getDataTerms,
  listDataVersions,
} from '#db/open-data/open-data.ts';
import { exportFormats } from '#lib/broadband/export/exported-version.ts';
import { now } from '#lib/clock.ts';
import { settings } from '#lib/env.ts';
import { type Answer, errorAnswer } from '#lib/http/answer.ts';
import { conditionalAnswer, Representation } from '#lib/http/conditional.ts';
import type { Exchange } from '#lib/http/exchange.ts';
import { pathParameters, publicPaths } from '#lib/http/public-paths.ts';
import type { ApiRequest } from '#lib/http/target.ts';
import { dataCatalogue } from '#lib/open-data/catalogue.ts';
import type { DataTerms } from '#lib/open-data/licences.ts';
import { admissionOf, limits } from '#server/access/limits.ts';
import { fileAnswer } from '#server/http/file-answer.ts';

/** A version whose files are offered. */
export interface OfferedVersion extends DataVersion {
  readonly files: readonly DataFile[];
}

export interface OfferedData {
  readonly terms: DataTerms;
  /** The one published last first; none while the first files are being made. */
  readonly versions: readonly OfferedVersion[];
}

/** What is offered for download; undefined while staff offer nothing. */
export function offeredData(): OfferedData | undefined {
  const { reader } = connections();
  const terms = getDataTerms(reader);
  if (terms === undefined) return undefined;
  const versions = listDataVersions(reader).map((version) => ({
    ...version,
    files: dataFilesOf(reader, version.versionId),
  }));
  return { terms, versions };
}

/** Requests a second for one address. A download that is resumed, or read by parts as maps do, is many. */
const perSecond = 10;

function admit({ caller }: Exchange) {
  return Promise.resolve(limits().takePublic('open data', caller.limitKey, perSecond, now())).then(admissionOf);
}

const addressed = pathParameters(publicPaths.dataFile);

/** Answers with a file of open data, or a range of it. */
export async function dataFileAnswer(request: ApiRequest, exchange: Exchange): Promise<Answer> {
  const admitted = await admit(exchange);
  if (!admitted.ok) return admitted.answer;
  const { reader } = connections();
  const [version = '', name = ''] = addressed(request.path) ?? [];
  const isNumber = /^[1-9]\d{0,8}$/.test(version);
  const file = isNumber && getDataTerms(reader) ? getDataFile(reader, Number(version), name) : undefined;
  if (file === undefined) return errorAnswer(404, { code: 'no-data-file' }, admitted.headers);
  const path = dataFilePath(reader.sqlite.name, file.sha256);
  // on a node that has not copied it yet, or after a restore
  if (!existsSync(path)) {
    return errorAnswer(503, { code: 'data-file-missing' }, { ...admitted.headers, 'Retry-After': '60' });
  }
  return await fileAnswer(request, {
    path,
    bytes: file.bytes,
    tag: `"${file.sha256.slice(0, 32)}"`,
    contentType: exportFormats[file.format].type,
    headers: {
      ...admitted.headers,
      'Cache-Control': 'public, max-age=300',
      'Content-Disposition': `attachment; filename="${file.name}"`,
    },
  });
}

const isoOf = (atMs: number) => new Date(atMs).toISOString();

/** Answers with the catalogue of open data. */
export async function dataCatalogueAnswer(request: ApiRequest, exchange: Exchange): Promise<Answer> {
  const admitted = await admit(exchange);
  if (!admitted.ok) return admitted.answer;
  const offered = offeredData();
  if (offered === undefined) return errorAnswer(404, { code: 'no-open-data' }, admitted.headers);
  const { baseUrl, supportEmail } = settings();
  const versions = offered.versions.map(({ publishedAt, madeAt, ...version }) => ({
    ...version,
    publishedAt: isoOf(publishedAt),
    madeAt: isoOf(madeAt),
  }));
  const body = Buffer.from(dataCatalogue({ baseUrl, supportEmail, terms: offered.terms, versions }));
  const digest = hash('sha256', body, 'base64url');
  const changedAt = Math.max(0, ...offered.versions.map(({ madeAt }) => madeAt));
  const made = new Representation({ body, digest }, changedAt, 'application/ld+json');
  return conditionalAnswer(request.headers, made, { ...admitted.headers, 'Cache-Control': 'no-cache' });
}
