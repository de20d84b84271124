import { expect, test } from '@playwright/test';
import { calendlyDelivery, calendlySignature } from '@simiente/server/testing/calendly';
import { emptyDatabaseSettings } from './external.ts';
import { simiente, withFolder } from './run.ts';

const SECRET = 'jacarandas en flor, de cuarenta letras...';

async function runToEnd(
  args: readonly string[],
  dataDir: string,
  env: Record<string, string> = {},
): Promise<[code: unknown, text: string]> {
  const command = simiente(['webhooks', ...args], { dataDir, env });
  const code = await command.ended;
  return [code, command.output().trim()];
}

test('E-10.7: deliveries are listed and replayed, with the server running and stopped', async () => {
  await withFolder(async (folder) => {
    const server = simiente(['serve'], {
      dataDir: folder,
      env: { CALENDLY_WEBHOOK_SECRET: SECRET },
    });
    const [, url = ''] = await server.line(/Dirección:\s+(\S+)/);
    const deliver = async (delivery: object) => {
      const body = JSON.stringify(delivery);
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
    await deliver(calendlyDelivery({ invitee: 'UNO', name: 'Nora Salinas' }));
    await deliver(calendlyDelivery({ invitee: 'DOS', name: 'Nora Salinas', startsAt: 'mañana' }));

    const [listed, list] = await runToEnd(['list'], folder);
    expect(listed).toBe(0);
    const [failed = '', applied = '', ...others] = list.split('\n');
    expect(others).toEqual([]);
    expect(applied).toMatch(/^1\t20\d\d-\d\d-\d\d \d\d:\d\d UTC\tinvitee\.created\taplicado\t1$/);
    expect(failed).toMatch(
      /^2\t20\d\d-\d\d-\d\d \d\d:\d\d UTC\tinvitee\.created\tfallido\t1\tLa notificación no tiene el formato esperado \(payload\.scheduled_event\.start_time\)\.$/,
    );
    expect(list).not.toContain('Nora');
    expect(await runToEnd(['list', '--outcome', 'failed'], folder)).toEqual([0, failed]);
    expect(await runToEnd(['replay', '1'], folder)).toEqual([0, '1\taplicado']);

    // The holder of the key may choose any event name, and still cannot write control characters to a terminal.
    await deliver({ ...calendlyDelivery({ invitee: 'TRES' }), event: '\u001b[2J\u202efalso' });
    expect((await runToEnd(['list', '--outcome', 'ignored'], folder))[1]).toContain(
      '\t\\u{1b}[2J\\u{202e}falso\t',
    );

    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    const [code, text] = await runToEnd(['replay', '--failed'], folder);
    expect(code).toBe(1);
    expect(text).toMatch(/^2\tfallido\tLa notificación no tiene el formato esperado/);
    expect((await runToEnd(['list', '--outcome', 'failed'], folder))[1]).toContain(
      '\tfallido\t2\t',
    );
  });
});

test('missing deliveries and arguments end with one line in Spanish', async () => {
  const database = await emptyDatabaseSettings();
  await withFolder(async (folder) => {
    expect(await runToEnd(['list'], folder, database)).toEqual([0, 'No hay avisos.']);
    expect(await runToEnd(['replay', '--failed'], folder, database)).toEqual([
      0,
      'No hay avisos fallidos.',
    ]);
    for (const id of ['7', 'nada']) {
      expect(await runToEnd(['replay', id], folder, database)).toEqual([
        1,
        `No hay ningún aviso con el número ${id}.`,
      ]);
    }
    for (const args of [['replay'], ['replay', '7', '--failed']]) {
      expect(await runToEnd(args, folder, database)).toEqual([
        1,
        'Indica el número de un aviso, o --failed para todos.',
      ]);
    }
    expect(await runToEnd(['list', '--outcome', 'mal'], folder, database)).toEqual([
      1,
      '«mal» no es un resultado: usa received, applied, ignored, failed.',
    ]);
  });
});
