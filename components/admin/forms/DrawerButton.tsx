'use client';

import { Button, type ButtonProps, Drawer } from '@mantine/core';
import { useRouter } from 'next/navigation';
import { type ReactNode, useState } from 'react';

interface DrawerButtonProps extends Pick<ButtonProps, 'variant'> {
  /** The text of the button, and the title of the drawer. */
  readonly label: string;
  /** Whether it is open when the page is shown. */
  readonly isOpenAtFirst?: boolean;
  /** The form. */
  readonly children: ReactNode;
}

/** A button that opens a form beside the list to which it adds. */
export function DrawerButton({ label, isOpenAtFirst = false, variant = 'filled', children }: DrawerButtonProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const router = useRouter();
  const close = () => {
    setOpen(false);
    router.refresh();
  };
  return (
    <>
      <Button variant={variant} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Drawer
        opened={isOpen}
        onClose={close}
        // a new key that is shown only once must not be lost by a click outside the form
        closeOnClickOutside={false}
        title={label}
        position="right"
        size="lg"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {children}
      </Drawer>
    </>
  );
}
