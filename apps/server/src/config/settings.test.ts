import { expect, test } from 'vitest';
import { forgetSettings, WITHOUT_SETTINGS } from '../../../../scripts/settings.mjs';
import { VARIABLES } from '../config.ts';

test('tests do not see the settings of the shell', () => {
  expect(Object.keys(WITHOUT_SETTINGS)).toEqual(expect.arrayContaining([...VARIABLES]));
  const shell = Object.fromEntries(['PATH', ...VARIABLES].map((name) => [name, 'x']));
  forgetSettings(shell);
  expect(Object.keys(shell)).toEqual(['PATH']);
});
