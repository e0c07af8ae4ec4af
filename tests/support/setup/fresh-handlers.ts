import { closeHandlerScene } from '#tests/support/lanes.ts';
import { startFresh } from '#tests/support/process-wide.ts';

// test files share worker processes: the next one's handlers must not answer from the database of this one
closeHandlerScene();
startFresh();
