/** The first bytes of a stream, and the stream from its beginning. */
export interface Head {
  readonly head: Buffer;
  readonly whole: AsyncGenerator<Uint8Array>;
}

/** Reads a stream until `isEnough`, or to its end. */
export async function headOf(bytes: AsyncIterable<Uint8Array>, isEnough: (head: Buffer) => boolean): Promise<Head> {
  const chunks = bytes[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  while (!isEnough(head)) {
    const next = await chunks.next();
    if (next.done === true) break;
    head = Buffer.concat([head, next.value]);
  }
  async function* whole(): AsyncGenerator<Uint8Array> {
    yield head;
    yield* { [Symbol.asyncIterator]: () => chunks };
  }
  return { head, whole: whole() };
}
