import path from 'node:path';
import { readConfig } from '../config.ts';
import { forgetFingerprints } from '../installation-keys.ts';
import { writeAudit, writeAuditOn } from '../modules/audit/public.ts';
import { NO_REQUEST, operator } from '../platform/act.ts';
import { withClient } from '../platform/database/connections/connect.ts';
import { toEncryptionKey } from '../platform/identity/identity.ts';
import { reencryptTwoFactors } from '../platform/identity/two-factor/two-factor.ts';
import { forgetPreviousSecrets, rotateSecret } from '../platform/postgres/secrets.ts';
import { StartupError } from '../platform/system-errors.ts';
import { withBackupSession } from './backup/backup-session.ts';
import { inTransaction, withInstallation } from './with-installation.ts';

/** `secrets rotate`: creates a new signing secret, which is used from the next start on. */
export async function rotateSecrets(): Promise<void> {
  const { authSecret, dataDir } = readConfig(process.env);
  if (authSecret !== null) {
    throw new StartupError(
      'config-invalid',
      'El secreto viene de AUTH_SECRET: pon ahí el nuevo, y el anterior en AUTH_SECRET_PREVIOUS.',
    );
  }
  await inTransaction((transaction, { act }) =>
    writeAudit(transaction, act, { action: 'secrets.rotated' }),
  );
  await rotateSecret(path.join(dataDir, 'secrets'));
  console.log(
    'Secreto nuevo guardado. Reinicia el servidor: todas las sesiones se cierran y la verificación en dos pasos sigue funcionando. Después: secrets retire',
  );
}

/** `secrets rotate --lost`: deletes the fingerprints of lost keys, so that the current keys are accepted. */
export async function acceptKeys(): Promise<void> {
  await withBackupSession('tool', ({ connections }) =>
    withClient(connections.owner, async (client) => {
      await client.query('begin');
      await forgetFingerprints(client);
      await writeAuditOn(
        client,
        { actor: operator(), origin: NO_REQUEST },
        { action: 'secrets.rotated', details: { lost: true } },
      );
      await client.query('commit');
    }),
  );
  // Opening the installation stores the fingerprints of the current keys.
  await withInstallation(async () => {});
  console.log(
    'La base acepta las llaves actuales. Las personas con verificación en dos pasos deben configurarla otra vez («staff reset-two-factor»), y los sellos anteriores ya no se comprueban («audit verify --no-key»).',
  );
}

/** `secrets retire`: encrypts stored data with the current secret, and deletes the earlier secrets. */
export async function retireSecrets(): Promise<void> {
  const { authSecret, dataDir } = readConfig(process.env);
  const count = await inTransaction(async (transaction, { installation, act }) => {
    const key = toEncryptionKey(installation.secrets);
    const changed = await reencryptTwoFactors(transaction, key);
    await writeAudit(transaction, act, {
      action: 'secrets.retired',
      details: { reencrypted: changed },
    });
    return changed;
  });
  if (authSecret === null) await forgetPreviousSecrets(path.join(dataDir, 'secrets'));
  console.log(`Cifrados de nuevo: ${count}.`);
  console.log(
    authSecret === null
      ? 'Se eliminaron los secretos anteriores.'
      : 'Ya puedes quitar AUTH_SECRET_PREVIOUS.',
  );
}
