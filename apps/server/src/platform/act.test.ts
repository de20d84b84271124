import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import { expect, onTestFinished, test, vi } from 'vitest';
import { operator } from './act.ts';

test('the audit has the number of an operator without a user name', () => {
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
