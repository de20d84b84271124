import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../prepare.mjs';
import { runTool } from '../run-tool.mjs';

const CONTRACT_PACKAGE = JSON.stringify({
  name: '@simiente/contract',
  type: 'module',
  exports: { '.': './src/index.ts', './*': './src/*.ts' },
});

const roots = [];

function newRoot() {
  const root = mkdtempSync(join(tmpdir(), 'simiente-imports-'));
  roots.push(root);
  return root;
}

afterAll(() => {
  for (const root of roots) rmSync(root, { recursive: true, force: true });
});

const CONFIG = join(ROOT, '.dependency-cruiser.mjs');

/** @returns {Promise<string[]>} 'rule: from → to', and the path of a cycle */
async function findViolations(root) {
  const folders = ['packages', 'apps'].filter((folder) => existsSync(join(root, folder)));
  const args = ['--config', CONFIG, '--output-type', 'json', ...folders];
  const { output } = await runTool('depcruise', args, { cwd: root });
  return JSON.parse(output).summary.violations.map(({ rule, from, to, cycle }) => {
    const path = cycle?.length ? cycle.map(({ name }) => name).join(' → ') : to;
    return `${rule.name}: ${from} → ${path}`;
  });
}

/** Makes a small workspace whose contract can be imported by its name, as in the real one. */
function makeTree(files) {
  const root = newRoot();
  const all = {
    'packages/contract/package.json': CONTRACT_PACKAGE,
    'packages/contract/src/index.ts': 'export const contract = 1;\n',
    ...files,
  };
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  mkdirSync(join(root, 'node_modules/@simiente'), { recursive: true });
  symlinkSync(join(root, 'packages/contract'), join(root, 'node_modules/@simiente/contract'));
  return root;
}

const SERVER = 'apps/server/src';
const WEB = 'apps/web/src';

/** Each entry: a rule, a file that breaks only this rule, the text of the file, and the files that it imports. */
const FORBIDDEN = [
  [
    'contract-alone',
    'packages/contract/src/random.ts',
    "import { randomUUID } from 'node:crypto';\nexport const id = randomUUID;\n",
    {},
  ],
  [
    'builders-below-apps',
    'packages/builders/src/patient.ts',
    "export { app } from '../../../apps/server/src/app.ts';\n",
    { [`${SERVER}/app.ts`]: 'export const app = 1;\n' },
  ],
  [
    'web-only-contract',
    `${WEB}/lib/api.ts`,
    "export type { Row } from '../../../server/src/rows.ts';\n",
    { [`${SERVER}/rows.ts`]: 'export type Row = 1;\n' },
  ],
  [
    'server-no-web',
    `${SERVER}/start.ts`,
    "export { theme } from '../../web/src/theme.ts';\n",
    { [`${WEB}/theme.ts`]: 'export const theme = 1;\n' },
  ],
  [
    'ui-and-lib-below-features',
    `${WEB}/ui/Pill.tsx`,
    "export { List } from '../features/patients/List.tsx';\n",
    { [`${WEB}/features/patients/List.tsx`]: 'export const List = 1;\n' },
  ],
  [
    'features-below-routes',
    `${WEB}/features/branches/List.tsx`,
    "export { Route } from '../../routes/pacientes.tsx';\n",
    { [`${WEB}/routes/pacientes.tsx`]: 'export const Route = 1;\n' },
  ],
  [
    'schema-below-platform',
    `${SERVER}/schema/patients.ts`,
    "export { database } from '../platform/database.ts';\n",
    { [`${SERVER}/platform/database.ts`]: 'export const database = 1;\n' },
  ],
  [
    'platform-below-modules',
    `${SERVER}/platform/http.ts`,
    "export { router } from '../modules/patients/public.ts';\n",
    { [`${SERVER}/modules/patients/public.ts`]: 'export const router = 1;\n' },
  ],
  [
    'modules-below-app',
    `${SERVER}/modules/patients/router.ts`,
    "export { app } from '../../app.ts';\n",
    { [`${SERVER}/app.ts`]: 'export const app = 1;\n' },
  ],
  [
    'features-through-public',
    `${WEB}/features/a-new-feature/Card.tsx`,
    "export { List } from '../patients/List.tsx';\n",
    { [`${WEB}/features/patients/List.tsx`]: 'export const List = 1;\n' },
  ],
  [
    'modules-through-public',
    `${SERVER}/modules/a-new-module/queries.ts`,
    "export { rows } from '../patients/queries.ts';\n",
    { [`${SERVER}/modules/patients/queries.ts`]: 'export const rows = 1;\n' },
  ],
  [
    'no-imports-of-tests',
    `${SERVER}/platform/jobs.ts`,
    "export { fake } from './database.test.ts';\n",
    { [`${SERVER}/platform/database.test.ts`]: 'export const fake = 1;\n' },
  ],
];

const CYCLE = {
  [`${SERVER}/platform/a.ts`]: "import type { B } from './b.ts';\nexport type A = B | 1;\n",
  [`${SERVER}/platform/b.ts`]: "import type { A } from './a.ts';\nexport type B = A | 2;\n",
};

describe('the import rules', () => {
  it('accept a tree that follows them', async () => {
    const root = makeTree({
      'node_modules/zod/package.json': '{ "name": "zod", "main": "index.js" }',
      'node_modules/zod/index.js': 'module.exports = {};\n',
      'packages/contract/src/ids.ts': "export { z } from 'zod';\n",
      'packages/builders/src/patient.ts':
        "import { contract } from '@simiente/contract';\nexport const patient = contract;\n",
      [`${SERVER}/platform/database.ts`]: 'export const database = 1;\n',
      [`${SERVER}/modules/patients/queries.ts`]:
        "export { database } from '../../platform/database.ts';\n",
      [`${SERVER}/modules/patients/public.ts`]: "export { database } from './queries.ts';\n",
      [`${SERVER}/modules/exams/queries.ts`]: "export { database } from '../patients/public.ts';\n",
      [`${SERVER}/app.ts`]: "export { database } from './modules/exams/queries.ts';\n",
      [`${WEB}/ui/Pill.tsx`]: 'export const Pill = () => <i />;\n',
      [`${WEB}/features/patients/List.tsx`]:
        "import { contract } from '@simiente/contract';\nimport { Pill } from '../../ui/Pill.tsx';\nexport const List = () => <Pill key={contract} />;\n",
      [`${WEB}/routes/pacientes.tsx`]: "export { List } from '../features/patients/List.tsx';\n",
    });
    expect(await findViolations(root)).toEqual([]);
  });

  describe('in a tree that breaks each rule', () => {
    let violations;

    beforeAll(async () => {
      const files = FORBIDDEN.map(([, path, text, others]) => ({ ...others, [path]: text }));
      violations = await findViolations(makeTree(Object.assign({}, ...files, CYCLE)));
    });

    it.each(FORBIDDEN)('reject what %s forbids', (rule, path) => {
      const inFile = violations.filter((line) => line.includes(`: ${path} → `));
      expect(inFile.map((line) => line.split(':')[0])).toEqual([rule]);
    });

    it('reject a cycle, also one of types only', () => {
      const cycles = violations.filter((line) => line.startsWith('no-cycles'));
      expect(cycles.length).toBeGreaterThan(0);
      for (const line of cycles) expect(line).toMatch(/platform\/(a|b)\.ts → /);
    });

    it('report every rule, and no other', () => {
      const named = new Set([...FORBIDDEN.map(([rule]) => rule), 'no-cycles']);
      expect(new Set(violations.map((line) => line.split(':')[0]))).toEqual(named);
    });
  });
});
