import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { rolldown } from 'rolldown';

/**
 * Bundles the server's sources, and the packages that they import, into few files
 * (docs/adr/0001-typescript-without-compiling-the-server.md). Code that is loaded on demand gets files of its own.
 */

/** The programs; src/platform/entry-points.ts finds them. */
const PROGRAMS = ['cli', 'platform/tables/table-reader'];
/** These packages read files beside them, or are not JavaScript; one is an optional dependency of `pg`. */
const LEFT_OUT = /^(@fastify\/swagger-ui|pdfkit|sharp|pg-native)$/;

const { outDir } = parseArgs({ options: { outDir: { type: 'string', default: 'dist' } } }).values;

const bundle = await rolldown({
  cwd: fileURLToPath(new URL('.', import.meta.url)),
  input: Object.fromEntries(PROGRAMS.map((name) => [name, `src/${name}.ts`])),
  platform: 'node',
  external: LEFT_OUT,
  // A missing package or name would otherwise fail only when it is used.
  onLog: (level, log) => {
    if (level === 'warn') throw new Error(log.message);
  },
});
// The code is not minified, so that a stack trace is readable; the maps give the line of the source.
await bundle.write({
  dir: outDir,
  sourcemap: true,
  cleanDir: true,
  chunkFileNames: 'parts/[name]-[hash].js',
});
await bundle.close();
