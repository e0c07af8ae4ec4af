'use client';

import { useRef } from 'react';
import { ConfirmButton } from '#components/admin/forms/ConfirmButton.tsx';
import { goTo } from '#components/admin/forms/go-to.ts';
import { undoFeed } from './actions.ts';

/** Takes the last import back. */
export function UndoButton({ run, source }: { readonly run: number; readonly source: string }) {
  const work = useRef(0);
  return (
    <div>
      <ConfirmButton
        label="Take the last import back"
        question={`Take run ${run} back (${source})?`}
        detail="Every name it changed becomes what it was before, all at one instant. What release jobs released since stays released; names it had restored are pending again and wait for the next job."
        variant="outline"
        color="fault"
        size="sm"
        action={async () => {
          const result = await undoFeed(run);
          if (result.ok) work.current = result.value;
          return result;
        }}
        onDone={() => goTo(`/admin/work/${work.current}`)}
      />
    </div>
  );
}
