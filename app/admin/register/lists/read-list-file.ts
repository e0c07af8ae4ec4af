/** The text of a file of names, or the sentence that says why it cannot be read. */
export type ReadFile = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly sentence: string };

/** Reads a file that somebody chose in the browser: UTF-8, plain or gzip, at most `longest` characters. */
export async function readListFile(file: File, longest: number): Promise<ReadFile> {
  try {
    const text = await decoded(file, longest);
    if (text !== undefined) return { ok: true, text };
    const most = `${Math.floor(longest / 1000)} kB`;
    return {
      ok: false,
      sentence: `This file is larger than ${most}: read it in with “register reserve” on the command line.`,
    };
  } catch {
    return { ok: false, sentence: 'This file cannot be read: it must be text in UTF-8, plain or gzip.' };
  }
}

async function decoded(file: File, longest: number): Promise<string | undefined> {
  const head = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  const isGzip = head[0] === 0x1f && head[1] === 0x8b;
  const bytes = isGzip ? file.stream().pipeThrough(new DecompressionStream('gzip')) : file.stream();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  // chunk by chunk: a small gzip file may unpack to gigabytes
  for await (const chunk of bytes) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > longest) return undefined;
  }
  return text + decoder.decode();
}
