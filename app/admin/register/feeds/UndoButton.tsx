'use client';

import { useRef } from 'react';
import { ConfirmButton } from '#components/admin/forms/ConfirmButton.tsx';
import { goTo } from '#components/admin/forms/go-to.ts';
import { undoFeed } from './actions.ts';

/** Undoes the last import. */
export function UndoButton({ run, source }: { readonly run: number; readonly source: string }) {
  const job = useRef(0);
  return (
    <div>
      <ConfirmButton
        label="Undo the last import"
        question={`Undo run ${run} (${source})?`}
        detail="Every name it changed gets back its state from before, all at the same instant. Names that release jobs have released since stay released; names that it had restored are pending again until the next job."
        variant="outline"
        color="fault"
        size="sm"
        action={async () => {
          const result = await undoFeed(run);
          if (result.ok) job.current = result.value;
          return result;
        }}
        onDone={() => goTo(`/admin/work/${job.current}`)}
      />
    </div>
  );
}
