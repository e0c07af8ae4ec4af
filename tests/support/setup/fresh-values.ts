import { startFresh } from '#tests/support/process-wide.ts';

// test files share worker processes
startFresh();
