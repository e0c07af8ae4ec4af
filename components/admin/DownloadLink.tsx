'use client';

import { Button } from '@mantine/core';
import type { ReactNode } from 'react';

/** A link to a file that looks like a button. */
export function DownloadLink({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  return (
    <Button component="a" href={href} download variant="default" size="sm">
      {children}
    </Button>
  );
}
