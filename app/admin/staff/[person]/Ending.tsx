import { connections } from '#db/client.ts';
import { whatEnds } from '#db/staff/ending.ts';
import { now } from '#lib/clock.ts';
import { endingWords } from '#lib/words/staff/ending.ts';

/** What ends when an account is disabled or removed, and what goes on. */
export function Ending({ person }: { readonly person: { readonly id: number; readonly email: string } }) {
  const { ends, goesOn } = endingWords(whatEnds(connections().reader, person, now()));
  return (
    <>
      <p>When you disable or remove the account, this ends with their next request: {ends}.</p>
      <p>{goesOn}</p>
    </>
  );
}
