import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import { expect, onTestFinished, test, vi } from 'vitest';
import { operator } from './act.ts';

test('an operator without a user name acts under its number', () => {
  const userInfo = vi.spyOn(os, 'userInfo').mockImplementation(() => {
    throw new Error('uv_os_get_passwd returned ENOENT');
  });
  syncBuiltinESMExports();
  onTestFinished(() => {
    userInfo.mockRestore();
    syncBuiltinESMExports();
  });
  expect(operator()).toEqual({ kind: 'operator', id: `uid ${process.getuid?.()}` });
});
