import { writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

/** Loaded ahead of a program: writes which files it had loaded whenever it is asked by SIGUSR2. */
const loaded = new Set();
registerHooks({
  load(url, context, next) {
    loaded.add(url);
    return next(url, context);
  },
});
process.on('SIGUSR2', () => writeFileSync(process.env.LOADED_FILE, JSON.stringify([...loaded])));
