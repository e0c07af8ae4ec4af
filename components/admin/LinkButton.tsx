'use client';
import { Button, type ButtonProps } from '@mantine/core';
import Link from 'next/link';
import type { ReactNode } from 'react';

interface LinkButtonProps extends Pick<ButtonProps, 'variant' | 'size'> {
  readonly href: string;
  readonly children: ReactNode;
}

/** A link to another screen that looks like a button. */
export function LinkButton({ href, variant = 'filled', size = 'sm', children }: LinkButtonProps) {
  return (
    <Button component={Link} href={href} prefetch={false} variant={variant} size={size}>
      {children}
    </Button>
  );
}

/** A link to a file that looks like a button. */
export function DownloadLink({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  return (
    <Button component="a" href={href} download variant="default" size="sm">
      {children}
    </Button>
  );
}
