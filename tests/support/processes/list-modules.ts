import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

// Loaded into every process of a server with `--import`: each writes what it runs, and then each module that it loads,
// into a file of `MODULE_FOLDER` named by its id.

const file = `${process.env.MODULE_FOLDER}/${process.pid}`;
appendFileSync(file, `${process.argv[1]}\n`);
registerHooks({
  load(url, context, next) {
    appendFileSync(file, `${url}\n`);
    return next(url, context);
  },
});
