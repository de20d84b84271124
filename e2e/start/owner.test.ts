import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { emptyDatabaseSettings } from './external.ts';
import { simiente, withFolder } from './run.ts';

test('S11, E-10.1330: the serving process has no address of the owner, neither in its environment nor in /proc', async () => {
  test.skip(process.platform !== 'linux', 'not run: only Linux has /proc');
  const env = await emptyDatabaseSettings();
  await withFolder(async (dataDir) => {
    const server = simiente(['serve'], { dataDir, env });
    const [, url = ''] = await server.line(/Dirección:\s+(\S+)/);
    expect((await fetch(`${url}/health/ready`)).status).toBe(200);
    const environment = readFileSync(`/proc/${server.child.pid}/environ`, 'utf8');
    expect(environment).toContain('DATABASE_URL=');
    expect(environment).not.toContain('DATABASE_OWNER_URL');
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    expect(server.output()).not.toContain('es dueña de sus tablas');
  });
});
