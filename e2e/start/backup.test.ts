import { mkdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { simiente, withFolder } from './run.ts';

const FIXTURE = fileURLToPath(new URL('../../fixtures/legacy-export.json', import.meta.url));
const ACCOUNT = { email: 'jefa@simiente.example', password: 'jacaranda en flor' };
const BACKUP_PASSPHRASE = 'cuatro palabras que nadie adivina';

async function runToEnd(
  args: readonly string[],
  dataDir: string,
  env: Record<string, string> = {},
  input?: string,
): Promise<[code: unknown, text: string]> {
  const command = simiente(args, { dataDir, env, input });
  const code = await command.ended;
  return [code, command.output()];
}

test('E-10.190, T-G7: a clinic is backed up, verified and restored in another folder, where its staff sign in', {
  tag: '@nightly',
}, async () => {
  test.slow();
  await withFolder(async (folder) => {
    const [clinic, host] = [path.join(folder, 'clinic'), path.join(folder, 'host')];
    for (const place of [clinic, host]) await mkdir(place);
    const file = path.join(folder, 'clinic.respaldo');
    const secret = { BACKUP_PASSPHRASE };
    await runToEnd(['import', FIXTURE], clinic);
    const { email, password } = ACCOUNT;
    const add = ['staff', 'add', '--email', email, '--name', 'Jefa', '--password-stdin'];
    await runToEnd(add, clinic, {}, password);

    const [exitCode, backedUp] = await runToEnd(['backup', file], clinic, secret);
    expect(exitCode, backedUp).toBe(0);
    expect(backedUp).toMatch(/^Respaldo de .+ guardado en .+ filas, .+ cifrado\.$/m);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    // Same work factor as age's own tools, which can read it.
    expect((await readFile(file)).toString('latin1')).toMatch(
      /^age-encryption\.org\/v1\n-> scrypt \S+ 18\n/,
    );

    for (const [command, env, line] of [
      [
        ['backup', 'verify', file],
        { BACKUP_PASSPHRASE: 'otra frase igual de larga' },
        'La frase no es',
      ],
      [['restore', file], secret, 'ya tiene una base'],
    ] as const) {
      const [code, text] = await runToEnd(command, clinic, env);
      expect(code).toBe(1);
      expect(text).toContain(line);
      expect(text).not.toContain('\n    at ');
    }

    const [verified, report] = await runToEnd(['backup', 'verify', file], clinic, secret);
    expect(verified, report).toBe(0);
    expect(report).toContain('El respaldo está bien');
    expect(report).toMatch(/Su auditoría está íntegra: [1-9]/);

    const [restored, summary] = await runToEnd(['restore', file], host, secret);
    expect(restored, summary).toBe(0);
    // Verified with the key of its seals, which the backup contains.
    const [intact, audit] = await runToEnd(['audit', 'verify'], host);
    expect(intact, audit).toBe(0);
    expect(audit).toContain('La auditoría está íntegra.');
    const server = simiente(['serve'], { dataDir: host });
    const [, url = ''] = await server.line(/Dirección:\s+(\S+)/);
    await server.line(/Último respaldo: Todavía no hay ninguno/);
    const signIn = await fetch(`${url}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(ACCOUNT),
    });
    const answer = await fetch(`${url}/v1/user/list`, {
      headers: { authorization: `Bearer ${signIn.headers.get('set-auth-token')}` },
    });
    expect(await answer.json()).toMatchObject({ data: { total: 120 } });
    server.child.kill('SIGINT');
    expect(await server.ended).toBe(0);
    // The backup also contains the key of second factors.
    const readKey = (dataDir: string) => readFile(path.join(dataDir, 'data/secrets/auth'), 'utf8');
    expect(await readKey(host)).toBe(await readKey(clinic));
  });
});
