import { Socket } from 'node:net';
import { inheritedDescriptors } from './acceptor.ts';

/**
 * One end of a socket whose other end the first process holds. The processes that answer for a primary inherit it: they
 * outlive a primary that dies, and answer until the first process cuts the line because another primary serves, or ends.
 * The first process in turn sees by its end when all of them are gone.
 */
export const lifelineDescriptor = 3;

/** What a process that answers inherits after its standard streams: the lifeline, and the port if it accepts connections. */
export const answeringDescriptors = [lifelineDescriptor, ...inheritedDescriptors] as const;

/** Resolves when the first process has cut the line or is gone. The line does not keep this process from ending. */
export function lifelineCut(): Promise<void> {
  const line = new Socket({ fd: lifelineDescriptor, allowHalfOpen: true });
  const cut = Promise.withResolvers<void>();
  line.on('end', cut.resolve).on('error', () => cut.resolve());
  line.resume().unref();
  return cut.promise;
}
