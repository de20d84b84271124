import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './prepare.mjs';

test.skipIf(!existsSync(join(ROOT, '.git')))('the table of sizes adds up', () => {
  const printed = execFileSync(process.execPath, [join(ROOT, 'scripts', 'size.mjs')], {
    encoding: 'utf8',
  });
  const rows = [...printed.matchAll(/^\| (\S+) \| (\d+) \| (\d+) \| (\d+) \|$/gm)].map(
    ([, name, ...numbers]) => ({ name, numbers: numbers.map(Number) }),
  );
  const total = rows.pop();
  expect(total?.name).toBe('total');
  expect(rows.map(({ name }) => name)).toContain('apps/server');
  for (const column of [0, 1]) {
    const sum = rows.reduce((all, { numbers }) => all + numbers[column], 0);
    expect(sum).toBe(total?.numbers[column]);
  }
});
