import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { emptyDatabaseSettings } from './external.ts';
import { simiente, withFolder } from './run.ts';

const FIXTURE = fileURLToPath(new URL('../../fixtures/legacy-export.json', import.meta.url));

/**
 * Commands as programs, beside a server; the tests of `apps/server/src/commands` cover the answer of each command.
 */

/** Each test has an empty external database; backup.test.ts covers the one of a data folder. */
let database: Record<string, string>;
test.beforeEach(async () => {
  database = await emptyDatabaseSettings();
});

async function runToEnd(
  args: readonly string[],
  dataDir: string,
  input?: string,
): Promise<[code: unknown, text: string]> {
  const command = simiente(args, { dataDir, input, env: database });
  const code = await command.ended;
  return [code, command.output()];
}

test('an import works while the server runs, reports each record, and changes nothing the second time', {
  tag: '@nightly',
}, async () => {
  await withFolder(async (folder) => {
    const server = simiente(['serve'], {
      dataDir: folder,
      env: {
        ...database,
        ADMIN_EMAIL: 'jefa@simiente.example',
        ADMIN_PASSWORD: 'jacaranda en flor',
      },
    });
    const [, url = ''] = await server.line(/Dirección:\s+(\S+)/);
    const [code, report] = await runToEnd(['import', FIXTURE], folder);
    expect(code).toBe(0);
    expect(report).toMatch(/Pacientes\D+120\D+120\D/);
    expect(report).toContain('users[5].createDate: fecha inválida');
    expect(report).toContain('fileUrl: no es una dirección http o https');
    const signIn = await fetch(`${url}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'jefa@simiente.example', password: 'jacaranda en flor' }),
    });
    const answer = await fetch(`${url}/v1/user/list`, {
      headers: { authorization: `Bearer ${signIn.headers.get('set-auth-token')}` },
    });
    expect(await answer.json()).toMatchObject({ data: { total: 120 } });
    const [again, second] = await runToEnd(['import', FIXTURE], folder);
    expect(again).toBe(0);
    expect(second).toMatch(/Pacientes\D+120\D+0\D+0\D+120\D/);
    server.child.kill('SIGINT');
    expect(await server.ended).toBe(0);
  });
});

test('T-A12, T-K8: a command takes a password from standard input, and never as an argument', async () => {
  await withFolder(async (folder) => {
    const account = ['--email', 'ana@simiente.example', '--name', 'Ana Ríos'];
    const argument = ['staff', 'add', ...account, '--password', 'jacaranda en flor'];
    const [refused, help] = await runToEnd(argument, folder);
    expect(refused).toBe(1);
    expect(help).toContain('No existe la opción «--password».');

    const add = ['staff', 'add', ...account, '--password-stdin'];
    const length = 'La contraseña debe tener entre 12 y 128 caracteres.';
    expect(await runToEnd(add, folder, 'once letras\n')).toEqual([1, `${length}\n`]);
    expect(await runToEnd(add, folder, 'jacaranda en flor\n')).toEqual([
      0,
      'Cuenta creada: ana@simiente.example\n',
    ]);
  });
});
