'use client';

import { Stack, Text, Textarea } from '@mantine/core';
import { CopyText } from '../../../components/admin/CopyText.tsx';

interface OneTimeLinkProps {
  readonly link: string;
  readonly email: string;
}

/** A one-time link, the one time it is shown. */
export function OneTimeLink({ link, email }: OneTimeLinkProps) {
  return (
    <Stack align="stretch" w="100%">
      <Text role="status">
        <strong>Send this link to {email} now: it is not shown again.</strong> It works once, within 24 hours.
      </Text>
      <Textarea
        label="One-time link"
        value={link}
        readOnly
        autosize
        onFocus={(event) => event.currentTarget.select()}
      />
      <div>
        <CopyText text={link} label="Copy the link" />
      </div>
    </Stack>
  );
}
