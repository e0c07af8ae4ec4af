import { closeHandlerScene } from '#tests/support/lanes.ts';
import { startFresh } from '#tests/support/process-wide.ts';

// test files share worker processes: the handlers of the next file must not answer from this database
closeHandlerScene();
startFresh();
