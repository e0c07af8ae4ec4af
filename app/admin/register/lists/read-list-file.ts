/** The most characters of a file that the browser sends; the command line imports longer ones. */
export const longestFile = 900_000;

/** The text of a file of names, or the sentence that says why it cannot be read. */
export type ReadFile = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly sentence: string };

/** Reads a file chosen in the browser: UTF-8, plain or gzip. */
export async function readListFile(file: File): Promise<ReadFile> {
  try {
    const text = await decoded(file);
    if (text !== undefined) return { ok: true, text };
    const most = longestFile.toLocaleString('en-NZ');
    const sentence = `This file has more than ${most} characters: import it on the command line with “register reserve”.`;
    return { ok: false, sentence };
  } catch {
    return { ok: false, sentence: 'This file cannot be read: it must be UTF-8 text, plain or gzip.' };
  }
}

async function decoded(file: File): Promise<string | undefined> {
  const head = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  const isGzip = head[0] === 0x1f && head[1] === 0x8b;
  const bytes = isGzip ? file.stream().pipeThrough(new DecompressionStream('gzip')) : file.stream();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  // chunk by chunk: a small gzip file can unpack to gigabytes
  for await (const chunk of bytes) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > longestFile) return undefined;
  }
  return text + decoder.decode();
}
