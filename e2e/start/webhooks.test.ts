import { expect, test } from '@playwright/test';
import { calendlySignature, calendlyWebhook } from '@simiente/server/testing/services/calendly';
import { emptyDatabaseSettings } from './external.ts';
import { simiente, withFolder } from './run.ts';

const SECRET = 'jacarandas en flor, de cuarenta letras...';

test('E-10.7: webhooks are listed and replayed, with the server running and stopped', async () => {
  const database = await emptyDatabaseSettings();
  await withFolder(async (folder) => {
    const runToEnd = async (...args: string[]): Promise<[code: unknown, text: string]> => {
      const command = simiente(['webhooks', ...args], { dataDir: folder, env: database });
      const code = await command.ended;
      return [code, command.output().trim()];
    };
    const server = simiente(['serve'], {
      dataDir: folder,
      env: { ...database, CALENDLY_WEBHOOK_SECRET: SECRET },
    });
    const [, url = ''] = await server.line(/Dirección:\s+(\S+)/);
    const deliver = async (webhook: object) => {
      const body = JSON.stringify(webhook);
      const answer = await fetch(`${url}/v1/webhooks/calendly`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'calendly-webhook-signature': calendlySignature(body, { secret: SECRET }),
        },
        body,
      });
      expect(answer.status).toBe(200);
    };
    await deliver(calendlyWebhook({ invitee: 'UNO', name: 'Nora Salinas' }));
    await deliver(calendlyWebhook({ invitee: 'DOS', name: 'Nora Salinas', startsAt: 'mañana' }));

    const [listed, list] = await runToEnd('list');
    expect(listed).toBe(0);
    const [failed = '', applied = '', ...others] = list.split('\n');
    expect(others).toEqual([]);
    expect(applied).toMatch(
      /^1\t20\d\d-\d\d-\d\d \d\d:\d\d \(Ciudad de México\)\tinvitee\.created\taplicado\t1$/,
    );
    expect(failed).toMatch(
      /^2\t20\d\d-\d\d-\d\d \d\d:\d\d \(Ciudad de México\)\tinvitee\.created\tfallido\t1\tLa notificación no tiene el formato esperado \(payload\.scheduled_event\.start_time\)\.$/,
    );
    expect(list).not.toContain('Nora');
    expect(await runToEnd('list', '--outcome', 'failed')).toEqual([0, failed]);
    expect(await runToEnd('replay', '1')).toEqual([0, '1\taplicado']);

    // The holder of the key may choose any event name, and still cannot write control characters to a terminal.
    await deliver({ ...calendlyWebhook({ invitee: 'TRES' }), event: '\u001b[2J\u202efalso' });
    expect((await runToEnd('list', '--outcome', 'ignored'))[1]).toContain(
      '\t\\u{1b}[2J\\u{202e}falso\t',
    );

    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    const [code, text] = await runToEnd('replay', '--failed');
    expect(code).toBe(1);
    expect(text).toMatch(/^2\tfallido\tLa notificación no tiene el formato esperado/);
    expect((await runToEnd('list', '--outcome', 'failed'))[1]).toContain('\tfallido\t2\t');
  });
});
