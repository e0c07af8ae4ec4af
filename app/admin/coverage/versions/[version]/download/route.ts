import { Readable } from 'node:stream';
import { requireStaff } from '#app/admin/guard.ts';
import { inScreenWords } from '#app/admin/words.ts';
import { requireExported } from '#db/broadband/exported-parts.ts';
import { connections } from '#db/client.ts';
import { exportFormats, parseExportFormat } from '#lib/broadband/export/exported-version.ts';
import { settings } from '#lib/env.ts';
import { Refusal } from '#lib/refusal.ts';
import { exportCoverage } from '#server/broadband/coverage-export.ts';

interface Context {
  readonly params: Promise<{ version: string }>;
}

/** A published version as a file: `?format=geojson`, `gpkg` or `csv` (its offers without their areas). */
export async function GET(request: Request, context: Context): Promise<Response> {
  await requireStaff();
  const { version } = await context.params;
  const format = parseExportFormat(new URL(request.url).searchParams.get('format') ?? '');
  if (!/^[1-9]\d{0,5}$/.test(version)) return plainText(404, 'There is no such coverage version.');
  if (format === undefined)
    return plainText(400, `The format must be one of ${Object.keys(exportFormats).join(', ')}.`);
  const versionId = Number(version);
  try {
    requireExported(connections().reader, versionId, settings().baseUrl);
  } catch (fault) {
    return refusal(404, fault);
  }
  try {
    const bytes = await exportCoverage({ versionId, format, signal: request.signal });
    const { type, ending } = exportFormats[format];
    return new Response(Readable.toWeb(bytes) as ReadableStream<Uint8Array>, {
      headers: {
        'Content-Type': type,
        'Content-Disposition': `attachment; filename="watea-coverage-${version}${ending}"`,
        'Cache-Control': 'private, no-store',
      },
    });
  } catch (fault) {
    return refusal(503, fault);
  }
}

function refusal(status: number, fault: unknown): Response {
  if (!(fault instanceof Refusal)) throw fault;
  return plainText(status, inScreenWords(fault).sentence);
}

function plainText(status: number, sentence: string): Response {
  return new Response(`${sentence}\n`, {
    status,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'private, no-store' },
  });
}
