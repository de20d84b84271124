import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { rolldown } from 'rolldown';

/**
 * Makes of the server's sources, and of the packages that they import, the few files that are run
 * (docs/adr/0034-bundled-server.md). What is loaded on demand is in files of its own.
 */

/** What is started by its name; src/platform/entry-points.ts finds them. */
const PROGRAMS = ['cli', 'platform/uploads/pdf-reader'];
/** They read files that lie beside them, or are not JavaScript; and one that `pg` can do without. */
const LEFT_OUT = /^(@fastify\/swagger-ui|pdfkit|sharp|pg-native)$/;

const { outDir } = parseArgs({ options: { outDir: { type: 'string', default: 'dist' } } }).values;

const bundle = await rolldown({
  cwd: fileURLToPath(new URL('.', import.meta.url)),
  input: Object.fromEntries(PROGRAMS.map((name) => [name, `src/${name}.ts`])),
  platform: 'node',
  external: LEFT_OUT,
  // A package that is not found, or a name that it does not have, would only fail when it is used.
  onLog: (level, log) => {
    if (level === 'warn') throw new Error(log.message);
  },
});
// Readable, so that a trace says where a fault is; the maps say the line of the source.
await bundle.write({
  dir: outDir,
  sourcemap: true,
  cleanDir: true,
  chunkFileNames: 'parts/[name]-[hash].js',
});
await bundle.close();
