import { guardRead, guardWrite } from '#app/admin/guard.ts';
import { errorResponse, receivedUntil, refuse, refused } from '#app/admin/uploads/answers.ts';
import { connections } from '#db/client.ts';
import { getUpload, type Upload } from '#db/jobs/uploads.ts';
import { storedBytes } from '#flows/files/upload-files.ts';
import { discardUpload, receiveBytes } from '#flows/jobs/uploads.ts';

interface Context {
  readonly params: Promise<{ upload: string }>;
}

const gone = () => refuse({ code: 'upload-gone' });

/** How much of the file has been received, in `Upload-Offset`, for a sender that resumes after its connection broke. */
export async function HEAD(_request: Request, context: Context): Promise<Response> {
  const reader = await guardRead('upload');
  if (!reader.ok) return errorResponse(reader);
  const found = await findUpload(context, reader.staff.id);
  return found === undefined ? gone() : receivedUntil(found.received, 200);
}

/** Adds bytes at `Upload-Offset`, which must be the end of the file (tus 1.0.0: otherwise 409). */
export async function PATCH(request: Request, context: Context): Promise<Response> {
  const by = await guardWrite('upload');
  if (!by.ok) return errorResponse(by);
  const found = await findUpload(context, by.staff.id);
  if (found === undefined) return gone();
  const { upload, received } = found;
  const offset = request.headers.get('upload-offset') ?? '';
  if (!/^\d{1,15}$/.test(offset)) return refuse({ code: 'upload-offset-missing' });
  if (Number(offset) !== received)
    return refuse({ code: 'upload-offset-wrong', received }, { 'Upload-Offset': String(received) });
  if (request.body === null) return receivedUntil(received);
  try {
    return receivedUntil(await receiveBytes(connections().writer, upload, received, request.body, by));
  } catch (fault) {
    return refused(fault);
  }
}

/** Removes an upload and its file. */
export async function DELETE(_request: Request, context: Context): Promise<Response> {
  const by = await guardWrite('upload');
  if (!by.ok) return errorResponse(by);
  const found = await findUpload(context, by.staff.id);
  if (found === undefined) return gone();
  try {
    await discardUpload(connections().writer, found.upload.id, by);
    return new Response(null, { status: 204 });
  } catch (fault) {
    return refused(fault);
  }
}

/** An upload of this member of staff, and how many of its bytes have been received. */
async function findUpload(
  { params }: Context,
  staffId: number,
): Promise<{ upload: Upload; received: number } | undefined> {
  const upload = getUpload(connections().reader, (await params).upload);
  if (upload === undefined || upload.staffId !== staffId) return undefined;
  const stored = storedBytes(upload.id);
  return stored === undefined ? undefined : { upload, received: stored.bytes };
}
