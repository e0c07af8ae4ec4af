import { guardRead, guardWrite } from '#app/admin/guard.ts';
import { refusalOf } from '#app/admin/refusal-of.ts';
import { diskIsFull, refuse, refusedWrite, standsAt } from '#app/admin/uploads/answers.ts';
import { connections } from '#db/client.ts';
import { getUpload, giveUpUpload, removeUpload, type Upload } from '#db/jobs/uploads.ts';
import { transact } from '#db/transaction.ts';
import { appendToUpload, DiskFull, removeUploadFile, storedBytes } from '#server/uploads/upload-files.ts';

interface Context {
  readonly params: Promise<{ upload: string }>;
}

const gone = () => refuse(404, 'There is no such upload of yours: choose the file again.');

/** How much of the file has come, in `Upload-Offset`, for a sender that goes on after its connection broke. */
export async function HEAD(_request: Request, context: Context): Promise<Response> {
  const reader = await guardRead('editor');
  if (!reader.ok) return refusedWrite(reader);
  const found = await findUpload(context, reader.staff.id);
  return found === undefined ? gone() : standsAt(found.standing, 200);
}

/** Adds bytes at `Upload-Offset`, which must be where the file ends (tus 1.0.0: 409 when it is not). */
export async function PATCH(request: Request, context: Context): Promise<Response> {
  const by = await guardWrite('editor');
  if (!by.ok) return refusedWrite(by);
  const found = await findUpload(context, by.staff.id);
  if (found === undefined) return gone();
  const { upload, standing } = found;
  const offset = request.headers.get('upload-offset') ?? '';
  if (!/^\d{1,15}$/.test(offset)) return refuse(400, 'Upload-Offset must say where the bytes belong.');
  if (Number(offset) !== standing) {
    const at = { 'Upload-Offset': String(standing) };
    return refuse(409, `${standing} bytes of the file have come; the next ones belong there.`, at);
  }
  if (request.body === null) return standsAt(standing);
  try {
    const { end, isTooMuch } = await appendToUpload(upload.id, standing, upload.bytes, request.body);
    if (isTooMuch) return refuse(413, `More bytes came than the ${upload.bytes} that the file was announced with.`);
    return standsAt(end);
  } catch (fault) {
    if (!(fault instanceof DiskFull)) throw fault;
    // the file first: without its bytes there is room again for the row's removal
    await removeUploadFile(upload.id);
    await transact(connections().writer, (db) => removeUpload(db, upload, by));
    return diskIsFull();
  }
}

/** Gives an upload up. */
export async function DELETE(_request: Request, context: Context): Promise<Response> {
  const by = await guardWrite('editor');
  if (!by.ok) return refusedWrite(by);
  const found = await findUpload(context, by.staff.id);
  if (found === undefined) return gone();
  const { upload } = found;
  try {
    await transact(connections().writer, (db) => giveUpUpload(db, upload, by));
  } catch (fault) {
    return refuse(409, refusalOf(fault).sentence);
  }
  await removeUploadFile(upload.id);
  return new Response(null, { status: 204 });
}

/** An upload of this member of staff, and how much of it stands. */
async function findUpload(
  { params }: Context,
  staffId: number,
): Promise<{ upload: Upload; standing: number } | undefined> {
  const upload = getUpload(connections().reader, (await params).upload);
  if (upload === undefined || upload.staffId !== staffId) return undefined;
  const standing = storedBytes(upload.id);
  return standing === undefined ? undefined : { upload, standing: standing.bytes };
}
