import { readFileSync } from 'node:fs';

const SCHEMA = new URL('../apps/server/src/config/environment.ts', import.meta.url);

/** The product's environment variables, each also with the suffix for a file. */
const SETTINGS = [...readFileSync(SCHEMA, 'utf8').matchAll(/^ {2}([A-Z][A-Z\d_]*):/gm)].flatMap(
  ([, name = '']) => [name, `${name}_FILE`],
);

/** Removes an operator's settings from the environment of tests, which could otherwise change real data. */
export const WITHOUT_SETTINGS = Object.fromEntries(
  [...SETTINGS, 'TEST_DATABASE_URL', 'TEST_LENGTH'].map((name) => [name, undefined]),
);

/** Removes an operator's settings from the environment of a test runner that `npm test` did not start. */
export function forgetSettings(environment = process.env) {
  for (const name of SETTINGS) delete environment[name];
}
