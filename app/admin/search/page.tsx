import { Button } from '@mantine/core';
import type { Metadata } from 'next';
import Link from 'next/link';
import { redirect } from 'next/navigation';
import { AdminPage } from '#app/admin/AdminPage.tsx';
import { requireStaff } from '#app/admin/guard.ts';
import { Breakable } from '#components/admin/Breakable.tsx';
import type { SearchParams } from '#components/admin/lists/list-state.ts';
import { Section } from '#components/admin/Section.tsx';
import { FindBox } from '#components/admin/shell/FindBox.tsx';
import { connections } from '#db/client.ts';
import { now } from '#lib/clock.ts';
import { counted } from '#lib/counted.ts';
import { type FoundGroup, find } from './find.ts';
import styles from './search.module.css';

export const metadata: Metadata = { title: 'Find' };

/** Finds anything by its name, and goes there at once if there is only one. */
export default async function FindPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { role } = await requireStaff();
  const asked = (await searchParams).q;
  const text = typeof asked === 'string' ? asked.trim().slice(0, 255) : '';
  const groups = find({ reader: connections().reader, role, nowMs: now() }, text);
  const [only, ...others] = groups.flatMap(({ rows }) => rows);
  if (only !== undefined && others.length === 0) redirect(only.href);
  return (
    <AdminPage
      title="Find"
      intro="A domain name or a part of it, an IP address, a registrar, a user, a provider, a technology, an account of staff, a screen or setting, the first characters of a key, or the number of a version or report."
    >
      <search>
        <form action="/admin/search" method="get" className={styles.form}>
          <FindBox key={text} label="Find what" isLabelShown initial={text} />
          <Button type="submit">Find</Button>
        </form>
      </search>
      {text !== '' && groups.length === 0 && <p>Nothing matches “{text}”.</p>}
      {groups.map((group) => (
        <Group key={group.title} group={group} />
      ))}
    </AdminPage>
  );
}

function Group({ group: { title, rows, total, list } }: { readonly group: FoundGroup }) {
  return (
    <Section title={title}>
      <ul className={styles.rows}>
        {rows.map(({ href, title: name, detail }) => (
          <li key={`${href} ${name}`}>
            <Link href={href} prefetch={false}>
              <Breakable text={name} />
            </Link>
            {detail !== '' && (
              <span className={styles.detail}>
                <Breakable text={detail} />
              </span>
            )}
          </li>
        ))}
      </ul>
      {list !== undefined && total > rows.length && (
        <p>
          <Link href={list} prefetch={false}>
            See all {counted(total, 'match', 'matches')}
          </Link>
        </p>
      )}
    </Section>
  );
}
