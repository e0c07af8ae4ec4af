import type { IncomingMessage } from 'node:http';

/**
 * Waits until a body has arrived, or as much of it as is buffered without a reader (64 KiB), or its sender is gone. A
 * visitor who sends slowly then waits alone, and has no turn meanwhile that others wait for.
 *
 * @returns whether all of it has arrived
 */
export function bodyArrived(incoming: IncomingMessage): Promise<boolean> {
  return new Promise((resolve) => {
    const look = () => {
      const isFull = incoming.readableLength >= incoming.readableHighWaterMark;
      if (!incoming.complete && !isFull && !incoming.destroyed) return;
      incoming.off('readable', look).off('close', look);
      resolve(incoming.complete);
    };
    incoming.on('readable', look).on('close', look);
    look();
  });
}
