import Link from 'next/link';
import { parseName } from '#lib/registry/names/name.ts';
import cells from './cells.module.css';

/** A stored name in Unicode, with a link to its look-up. */
export function NameLink({ name }: { readonly name: string }) {
  const text = parseName(name).original ?? name;
  return (
    <Link prefetch={false} className={cells.line} href={`/admin/register?name=${encodeURIComponent(text)}`}>
      {text}
    </Link>
  );
}
