'use client';

import { Group } from '@mantine/core';
import { useRouter } from 'next/navigation';
import { useRef } from 'react';
import type { ActionResult } from '#components/admin/forms/action-result.ts';
import { ConfirmButton } from '#components/admin/forms/ConfirmButton.tsx';
import type { Ordered } from '#flows/broadband/coverage-changes.ts';
import { deleteCoverage, keepCoverage, publishCoverage, retireCoverage, rollBackCoverage } from './actions.ts';

const prominent = { variant: 'filled', size: 'sm' } as const;

/** Sends an order, and leads to its job if it was queued. */
function useOrder() {
  const router = useRouter();
  const jobId = useRef<number>(undefined);
  return {
    follow: async (order: Promise<ActionResult<Ordered>>) => {
      const result = await order;
      if (result.ok && result.value.outcome === 'asks') {
        const sentence = 'The published coverage has changed. Reload this page and check what would be lost.';
        return { ok: false, sentence } as const;
      }
      jobId.current = result.ok && result.value.outcome === 'queued' ? result.value.jobId : undefined;
      return result;
    },
    onDone: () => {
      if (jobId.current === undefined) router.refresh();
      else router.push(`/admin/jobs/${jobId.current}`);
    },
  };
}

interface WaitingVersionProps {
  readonly versionId: number;
  /** Why it must be rebuilt, in a sentence; undefined when it need not be. */
  readonly outdated: string | undefined;
  /** How much of each technology would be lost, in words; empty when nothing has to be confirmed. */
  readonly losses: string;
  /** What must be typed to confirm the losses. */
  readonly typed: string;
  /** What it changes, in a sentence. */
  readonly summary: string | undefined;
  readonly canDelete: boolean;
  readonly isProminent: boolean;
}

/** What can be done with a version that is not published. */
export function VersionButtons(props: WaitingVersionProps) {
  const { versionId, outdated, losses, typed, summary, canDelete, isProminent } = props;
  const { follow, onDone } = useOrder();
  const asks = losses !== '';
  const order = outdated === undefined ? 'Publish' : 'Rebuild and publish';
  return (
    <Group gap="xs" wrap="nowrap">
      <ConfirmButton
        label={order}
        description={`${order} version ${versionId}`}
        question={`${order} version ${versionId}?`}
        detail={
          outdated !== undefined
            ? `${outdated} Its changes are made again on the published version, and the result is published. If that would take away more than a fifth of a technology’s area, it waits for you to confirm it.`
            : `${summary === undefined ? '' : `${summary} `}${asks ? `It takes away ${losses}. ` : ''}Callers see it within a second; you can roll back at any time.`
        }
        {...(asks && outdated === undefined ? { typed } : {})}
        {...(isProminent ? prominent : {})}
        action={() => follow(publishCoverage({ versionId, typed: asks ? typed : '' }))}
        onDone={onDone}
      />
      {canDelete && (
        <ConfirmButton
          label="Delete"
          description={`Delete version ${versionId}`}
          question={`Delete version ${versionId}?`}
          detail="Data that only this version has are deleted permanently. The published version does not change."
          action={() => deleteCoverage(versionId)}
        />
      )}
    </Group>
  );
}

/** Rolls back from the published version. */
export function RollBackButton({ versionId, isProminent }: Pick<WaitingVersionProps, 'versionId' | 'isProminent'>) {
  const { follow, onDone } = useOrder();
  return (
    <ConfirmButton
      label="Roll back"
      description={`Roll back version ${versionId}`}
      question={`Roll back version ${versionId}?`}
      detail="The version published before is published again within a second. This version is kept and can be published again."
      {...(isProminent ? prominent : {})}
      action={() => follow(rollBackCoverage(versionId))}
      onDone={onDone}
    />
  );
}

interface KeepButtonProps {
  readonly versionId: number;
  readonly isKept: boolean;
}

/** Keeps a version that was published, so that it answers as of its time, or keeps it no longer. */
export function KeepButton({ versionId, isKept }: KeepButtonProps) {
  const label = isKept ? 'Stop keeping' : 'Keep';
  return (
    <ConfirmButton
      label={label}
      description={`${label} version ${versionId}`}
      question={`${label} version ${versionId}?`}
      detail={
        isKept
          ? 'It will be removed in its turn. Then nobody can ask for coverage as of its time any more.'
          : 'It stays, with the disk space that it takes, and callers can ask for coverage as of its time.'
      }
      action={() => keepCoverage({ versionId, isKept: !isKept })}
    />
  );
}

/** Starts the job that makes a version without one layer. */
export function RetireButton({ layerId, name }: { readonly layerId: number; readonly name: string }) {
  const router = useRouter();
  return (
    <ConfirmButton
      label="Retire"
      description={`Retire ${name}`}
      question={`Retire ${name}?`}
      detail="A new version without this layer is made. Callers see no change until you publish it."
      action={() => retireCoverage(layerId)}
      onDone={() => router.push('/admin/jobs')}
    />
  );
}
