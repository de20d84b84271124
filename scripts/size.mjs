import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './prepare.mjs';

const RULE = `Production code: tracked .ts, .tsx and .mjs of apps, packages and scripts, without tests,
testing folders and generated files. A line is a line of the file, blank ones and comments included.`;

const WORKSPACES = ['apps/server', 'apps/web', 'packages/builders', 'packages/contract', 'scripts'];
/** Registration of a Fastify route. */
const ROUTE = /\b(?:app|scope)\s*\.(?:get|post|put|delete|options|route)(?:<[^(]*>)?\(/g;
const RECORD_FORM = /\buseRecordForm\(\{/g;
const FORM_LIBRARY = /\buseForm(?:<[^(]*>)?\(/g;

const files = execFileSync('git', ['ls-files', 'apps', 'packages', 'scripts'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => /\.(ts|tsx|mjs)$/.test(path))
  .filter((path) => !/\.test\.\w+$|\/testing\/|\.gen\.ts$/.test(path))
  .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));

const rows = WORKSPACES.map((workspace) => measure(workspace, `${workspace}/`));
console.log(`${RULE}\n`);
console.log('| workspace | lines | files | lines per file |\n| --- | ---: | ---: | ---: |');
for (const row of [...rows, measure('total', '')]) console.log(row);

const routes = count('apps/server/src/', ROUTE);
const callRoutes = count('apps/server/src/platform/calls/', ROUTE);
console.log(`
Ways to serve a call: ${callRoutes} (places in platform/calls that register a route)
Routes outside the contract: ${routes - callRoutes} (places in the rest of the server that register one)
Record forms: ${count('apps/web/src/', RECORD_FORM)} (uses of useRecordForm), held by ${count('apps/web/src/', FORM_LIBRARY)} form engine (use of useForm)`);

function measure(name, prefix) {
  const measured = files.filter(({ path }) => path.startsWith(prefix));
  const lines = measured.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0);
  return `| ${name} | ${lines} | ${measured.length} | ${Math.round(lines / measured.length)} |`;
}

function count(prefix, pattern) {
  return files
    .filter(({ path }) => path.startsWith(prefix))
    .reduce((sum, { text }) => sum + (text.match(pattern)?.length ?? 0), 0);
}
