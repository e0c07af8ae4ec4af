'use client';

import { Group } from '@mantine/core';
import { useRouter } from 'next/navigation';
import { useRef } from 'react';
import type { ActionResult } from '#components/admin/forms/action-result.ts';
import { ConfirmButton } from '#components/admin/forms/ConfirmButton.tsx';
import { deleteCoverage, type Ordered, publishCoverage, retireCoverage, rollBackCoverage } from './actions.ts';

const prominent = { variant: 'filled', size: 'sm' } as const;

/** Carries an order out, and leads to the work that it takes when it cannot be done at once. */
function useOrder() {
  const router = useRouter();
  const jobId = useRef<number>(undefined);
  return {
    follow: async (order: Promise<ActionResult<Ordered>>) => {
      const result = await order;
      if (result.ok && result.value.outcome === 'asks') {
        const sentence =
          'What is published has changed meanwhile. Please load this page again and look at what would go.';
        return { ok: false, sentence } as const;
      }
      jobId.current = result.ok && result.value.outcome === 'at work' ? result.value.jobId : undefined;
      return result;
    },
    onDone: () => {
      if (jobId.current === undefined) router.refresh();
      else router.push(`/admin/work/${jobId.current}`);
    },
  };
}

interface WaitingVersionProps {
  readonly versionId: number;
  /** Whether another version was published since it was made. */
  readonly isOutdated: boolean;
  /** What of each technology goes, in words; empty when nothing has to be confirmed. */
  readonly losses: string;
  /** What must be typed then. */
  readonly typed: string;
  readonly canDelete: boolean;
  /** Whether it is what the screen is about. */
  readonly isProminent?: boolean;
}

/** What can be done with a version that is not published. */
export function VersionButtons({ versionId, isOutdated, losses, typed, canDelete, isProminent }: WaitingVersionProps) {
  const { follow, onDone } = useOrder();
  const asks = losses !== '';
  return (
    <Group gap="xs" wrap="nowrap">
      <ConfirmButton
        label={isOutdated ? 'Make anew' : 'Publish'}
        description={`${isOutdated ? 'Make anew' : 'Publish'} version ${versionId}`}
        question={isOutdated ? `Make version ${versionId} anew?` : `Publish version ${versionId}?`}
        detail={
          isOutdated
            ? 'Another version was published since it was made. Its changes are made anew on that one first; then you look at what they change, and publish them.'
            : asks
              ? `It takes away ${losses}. Callers see it within a second; you can go back at any time.`
              : 'Callers see it within a second; you can go back at any time.'
        }
        {...(asks && !isOutdated ? { typed } : {})}
        {...(isProminent === true ? prominent : {})}
        action={() => follow(publishCoverage({ versionId, typed: asks ? typed : '' }))}
        onDone={onDone}
      />
      {canDelete && (
        <ConfirmButton
          label="Delete"
          description={`Delete version ${versionId}`}
          question={`Delete version ${versionId}?`}
          detail="What only it holds is gone for good. What is published does not change."
          action={() => deleteCoverage(versionId)}
        />
      )}
    </Group>
  );
}

/** Goes back from the published version. */
export function RollBackButton({ versionId, isProminent }: Pick<WaitingVersionProps, 'versionId' | 'isProminent'>) {
  const { follow, onDone } = useOrder();
  return (
    <ConfirmButton
      label="Go back"
      description={`Go back from version ${versionId}`}
      question={`Go back from version ${versionId}?`}
      detail="What was published before is published again, within a second. This version stays, and can be published again."
      {...(isProminent === true ? prominent : {})}
      action={() => follow(rollBackCoverage(versionId))}
      onDone={onDone}
    />
  );
}

/** Has a version made without one layer. */
export function RetireButton({ layerId, name }: { readonly layerId: number; readonly name: string }) {
  const router = useRouter();
  return (
    <ConfirmButton
      label="Retire"
      description={`Retire ${name}`}
      question={`Retire ${name}?`}
      detail="A new version without it is made. Nothing that callers see changes before you publish that."
      action={() => retireCoverage(layerId)}
      onDone={() => router.push('/admin/work')}
    />
  );
}
