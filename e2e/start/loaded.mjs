import { writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

/** Preloaded into a program: writes the list of its loaded files on SIGUSR2. */
const loaded = new Set();
registerHooks({
  load(url, context, next) {
    loaded.add(url);
    return next(url, context);
  },
});
process.on('SIGUSR2', () => writeFileSync(process.env.LOADED_FILE, JSON.stringify([...loaded])));
