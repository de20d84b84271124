import { readFileSync } from 'node:fs';

const SCHEMA = new URL('../apps/server/src/config/environment.ts', import.meta.url);

/** The variables that the product reads; a secret may also be in a file. */
const SETTINGS = [...readFileSync(SCHEMA, 'utf8').matchAll(/^ {2}([A-Z][A-Z\d_]*):/gm)].flatMap(
  ([, name = '']) => [name, `${name}_FILE`],
);

/** An operator's settings are kept out of the tests, which would otherwise work on real data. */
export const WITHOUT_SETTINGS = Object.fromEntries(
  [...SETTINGS, 'TEST_DATABASE_URL', 'TEST_LENGTH'].map((name) => [name, undefined]),
);

/** Removes an operator's settings from a test runner that was started by itself. */
export function forgetSettings(environment = process.env) {
  for (const name of SETTINGS) delete environment[name];
}
