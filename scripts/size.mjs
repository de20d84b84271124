import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './prepare.mjs';

const RULE = `Production code: tracked .ts, .tsx and .mjs of apps, packages and scripts, without tests,
testing folders and generated files. A line is a line of the file, blank ones and comments included.`;

const WORKSPACES = ['apps/server', 'apps/web', 'packages/builders', 'packages/contract', 'scripts'];

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

function measure(name, prefix) {
  const measured = files.filter(({ path }) => path.startsWith(prefix));
  const lines = measured.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0);
  return `| ${name} | ${lines} | ${measured.length} | ${Math.round(lines / measured.length)} |`;
}
