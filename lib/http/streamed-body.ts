/** A body that is made while it is sent, so that a long one is never held whole and never keeps the loop busy. */
export interface StreamedBody {
  /** The next piece, or undefined after the last one. A turn of the loop passes before it is asked for another. */
  next(): string | undefined;
  /** Called once: after the last piece, when the caller has gone, or when `next` has thrown. */
  end(): void;
}

/** Whether a body is made while it is sent. */
export function isStreamed(body: string | Uint8Array | StreamedBody | null): body is StreamedBody {
  return body !== null && typeof body === 'object' && 'next' in body;
}

/** Resolves in the next turn of the event loop, when others have had theirs. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** A body in pieces as a web-standard stream, which asks for a piece when its reader has room for it. */
export function readableStreamOf(body: StreamedBody, onFault: (fault: unknown) => void): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      await nextTurn();
      try {
        const piece = body.next();
        if (piece !== undefined) return controller.enqueue(encoder.encode(piece));
        controller.close();
      } catch (fault) {
        onFault(fault);
        controller.error(fault);
      }
      body.end();
    },
    cancel: () => body.end(),
  });
}
