import { shareWords, sizeWords } from '#lib/usage/words.ts';
import { diskRemarkWords } from '#lib/words/readiness.ts';
import { checkDisk } from '#server/process/disk.ts';
import { storageFacts } from '#server/process/storage-facts.ts';
import { Card } from './Card.tsx';

/** A disk with less than this share free needs attention. */
const leastFree = 0.1;

const nearlyFull = 'The disk is nearly full: make room before writes fail.';

/** How much disk space the data take and leave. */
export async function StorageCard() {
  const { databaseBytes, freeBytes, diskBytes } = storageFacts();
  const [remark] = await checkDisk();
  const isNearlyFull = freeBytes < diskBytes * leastFree;
  return (
    <Card
      title="Database"
      figure={sizeWords(databaseBytes)}
      care={remark === undefined ? (isNearlyFull ? nearlyFull : undefined) : diskRemarkWords(remark)}
    >
      <p>
        {sizeWords(freeBytes)} of the disk’s {sizeWords(diskBytes)} are free ({shareWords(freeBytes, diskBytes)}).
      </p>
    </Card>
  );
}
