'use client';

import { Group, Stack, Text, Textarea } from '@mantine/core';
import type { ReactNode } from 'react';
import { CopyText } from '#components/admin/CopyText.tsx';
import { linkLifetimeHours } from '#lib/staff/one-time-link.ts';

interface OneTimeLinkProps {
  readonly link: string;
  readonly email: string;
  /** Other buttons beside the one that copies it. */
  readonly children?: ReactNode;
}

/** A one-time link, which is shown only once. */
export function OneTimeLink({ link, email, children }: OneTimeLinkProps) {
  return (
    <Stack maw="42rem">
      <Text role="status">
        <strong>Send this link to {email} now: it is shown only once.</strong> It works once, within {linkLifetimeHours}{' '}
        hours.
      </Text>
      <Textarea
        label="One-time link"
        value={link}
        readOnly
        autosize
        onFocus={(event) => event.currentTarget.select()}
      />
      <Group>
        <CopyText text={link} label="Copy the link" variant="filled" />
        {children}
      </Group>
    </Stack>
  );
}
