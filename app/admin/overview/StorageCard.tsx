import { shareWords, sizeWords } from '#lib/usage/words.ts';
import { storageFacts } from '#server/process/storage-facts.ts';
import { Card } from './Card.tsx';

/** A disk with less than this share free needs attention. */
const leastFree = 0.1;

/** How much disk space the data take and leave. */
export function StorageCard() {
  const { databaseBytes, freeBytes, diskBytes } = storageFacts();
  return (
    <Card
      title="Database"
      figure={sizeWords(databaseBytes)}
      care={freeBytes < diskBytes * leastFree ? 'The disk is nearly full: make room before writes fail.' : undefined}
    >
      <p>
        {sizeWords(freeBytes)} of the disk’s {sizeWords(diskBytes)} are free ({shareWords(freeBytes, diskBytes)}).
      </p>
    </Card>
  );
}
