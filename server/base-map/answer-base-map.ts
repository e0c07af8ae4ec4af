import { baseMapFile, getBaseMap } from '#db/base-map/base-map.ts';
import { connections } from '#db/client.ts';
import { type Answer, errorAnswer } from '#lib/http/answer.ts';
import type { ApiRequest } from '#lib/http/target.ts';
import { fileAnswer } from '#server/http/file-answer.ts';

/** Answers with a part of the street map, or with all of it; 404 for the file of another one, and after a restore without it. */
export async function answerBaseMap(request: ApiRequest): Promise<Answer> {
  const { reader } = connections();
  const map = getBaseMap(reader);
  if (map === undefined || request.path !== `/base-map/${map.number}.pmtiles`) return gone();
  try {
    return await fileAnswer(request, {
      path: baseMapFile(reader.sqlite.name, map.number),
      bytes: map.bytes,
      tag: `"${map.sha256.slice(0, 16)}"`,
      contentType: 'application/vnd.pmtiles',
      // another map has another number
      headers: { 'Cache-Control': 'public, max-age=31536000, immutable' },
    });
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code === 'ENOENT') return gone();
    throw fault;
  }
}

function gone(): Answer {
  return errorAnswer(404, { code: 'no-base-map-file' }, { 'Cache-Control': 'no-store' });
}
