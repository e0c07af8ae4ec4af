import { guardWrite } from '#app/admin/guard.ts';
import { connections } from '#db/client.ts';
import { type Announcement, startUpload } from '#flows/jobs/uploads.ts';
import { settings } from '#lib/env.ts';
import { errorResponse, refuse, refused } from './answers.ts';

/** The longest announcement, in bytes; names have at most 255 characters. */
const mostBytes = 10_000;

/** Announces a file, `{"name", "bytes", "queue"}`; its bytes follow in parts. Answers `{"id"}`. */
export async function POST(request: Request): Promise<Response> {
  const by = await guardWrite('upload');
  if (!by.ok) return errorResponse(by);
  if (Number(request.headers.get('content-length') ?? Number.POSITIVE_INFINITY) > mostBytes)
    return refuse({ code: 'announcement-too-long', most: mostBytes });
  const announced: unknown = await request.json().catch(() => undefined);
  if (typeof announced !== 'object' || announced === null) return refuse({ code: 'upload-invalid' });
  if (by.staff.role === 'provider' && (announced as Announcement).queue !== 'coverage')
    return refuse({ code: 'role-too-low', needed: 'editor' });
  try {
    const limits = { staffId: by.staff.id, mostBytes: settings().maxUploadBytes };
    const id = await startUpload(connections().writer, { ...(announced as Announcement), ...limits }, by);
    const headers = { Location: `/admin/uploads/${id}`, 'Cache-Control': 'no-store' };
    return Response.json({ id }, { status: 201, headers });
  } catch (fault) {
    return refused(fault);
  }
}
