import { StartJobButton } from '#components/admin/forms/ConfirmButton.tsx';
import { undoFeed } from './actions.ts';

/** Undoes the last import. */
export function UndoButton({ run, source }: { readonly run: number; readonly source: string }) {
  return (
    <div>
      <StartJobButton
        label="Undo the last import"
        question={`Undo import ${run} (${source})?`}
        detail="Every name it changed gets back its state from before, all at the same instant. Names that release jobs have released since stay released; names that it had restored are pending again until the next job."
        variant="outline"
        color="fault"
        start={undoFeed.bind(null, run)}
      />
    </div>
  );
}
