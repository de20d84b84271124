import { chmod, mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { commandFor, findBlockedFolder } from './run-as.ts';

test('findBlockedFolder finds the outermost folder that an account may not enter', async () => {
  const root = await mkdtemp(join(tmpdir(), 'simiente-'));
  onTestFinished(() => rm(root, { recursive: true }));
  const inner = join(root, 'a', 'b');
  await mkdir(inner, { recursive: true });
  await chmod(root, 0o755);
  const { uid, gid } = await stat(root);
  const owner = { uid, gid };
  const stranger = { uid: uid + 1, gid: gid + 1 };

  expect(await findBlockedFolder([inner], stranger)).toBeUndefined();
  await chmod(join(root, 'a'), 0o700);
  expect(await findBlockedFolder([inner], owner)).toBeUndefined();
  expect(await findBlockedFolder([root, inner], stranger)).toBe(join(root, 'a'));
  await chmod(join(root, 'a'), 0o710);
  expect(await findBlockedFolder([inner], { uid: uid + 1, gid })).toBeUndefined();
  expect(await findBlockedFolder([inner], stranger)).toBe(join(root, 'a'));
});

test('programs run as the current account, as another account, or with one capability', () => {
  const account = { uid: 7, gid: 8 };

  expect(commandFor({}, 'initdb', ['-V'])).toEqual({ file: 'initdb', args: ['-V'], options: {} });
  expect(commandFor({ account }, 'initdb', ['-V'])).toEqual({
    file: 'initdb',
    args: ['-V'],
    options: account,
  });
  const lent = commandFor({ account, capability: 'dac_read_search' }, 'initdb', ['-V']);
  expect(lent.file).toBe('setpriv');
  expect(lent.options).toEqual({});
  expect(lent.args.slice(-2)).toEqual(['initdb', '-V']);
  expect(lent.args.join(' ')).toContain('--reuid 7 --regid 8 --clear-groups');
  expect(lent.args.filter((arg) => arg.includes('caps'))).toEqual([
    '--inh-caps=-all,+dac_read_search',
    '--ambient-caps=-all,+dac_read_search',
  ]);
});
