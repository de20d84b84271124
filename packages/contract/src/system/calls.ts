import * as z from 'zod';
import { call, openCall } from '../common/call.ts';

/** A check of the installation, in Spanish. Its state is `off` if the feature is not configured. */
export const systemCheck = z.strictObject({
  id: z.enum([
    'version',
    'backup',
    'verified-backup',
    'wal-archive',
    'backup-encryption',
    'backup-place',
    'secrets',
    'disk',
    'jobs',
    'mail',
    'certificate',
    'clock',
    'antivirus',
    'replication',
    'demo',
  ]),
  label: z.string(),
  state: z.enum(['ok', 'warning', 'fault', 'off']),
  detail: z.string(),
});
export type SystemCheck = z.infer<typeof systemCheck>;

export const systemContract = {
  status: call('accounts.manage')
    .get(
      '/v1/system/status',
      'El estado del sistema: respaldos, disco, tareas, correo, certificado y más',
    )
    .input({})
    .output({ checks: z.array(systemCheck) }),
};

export const healthContract = {
  live: openCall.get('/health/live', 'El proceso está activo').output({ ok: z.literal(true) }),
  ready: openCall
    .get('/health/ready', 'Puede recibir solicitudes, con la base de datos disponible')
    .output({ ok: z.literal(true) }),
};
