import { Group } from '@mantine/core';
import { LinkButton } from '#components/admin/LinkButton.tsx';

const tasks = [
  { title: 'Let a registrar in', href: '/admin/registrars/new' },
  { title: 'Allow refused callers', href: '/admin/usage#refused' },
  { title: 'Replace a key', href: '/admin/users/keys' },
  { title: 'Import the register', href: '/admin/register/feeds' },
  { title: 'Import coverage', href: '/admin/coverage/import' },
];

/** The commonest tasks of a day, one click away. */
export function CommonTasks() {
  return (
    <nav aria-label="Common tasks">
      <Group gap="xs">
        {tasks.map(({ title, href }) => (
          <LinkButton key={href} href={href} variant="default">
            {title}
          </LinkButton>
        ))}
      </Group>
    </nav>
  );
}
