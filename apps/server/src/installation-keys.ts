import { createHmac } from 'node:crypto';
import path from 'node:path';
import type { Pool } from 'pg';
import type { Config } from './config.ts';
import { readSealKeys } from './modules/audit/chain/link.ts';
import type { Secrets } from './platform/identity/identity.ts';
import { ensureSecret, readPreviousSecrets, readSecret } from './platform/postgres/secrets.ts';
import { StartupError } from './platform/system-errors.ts';

/** Key of the row with the fingerprints in the table `installation`. */
const ROW = 'keys';

/** Digests that identify keys without revealing them. */
interface Fingerprints {
  readonly auth?: string;
  readonly audit?: string;
}

export interface InstallationKeys {
  readonly secrets: Secrets;
  /** Keys of the audit's seals, separated by commas. The first one makes new seals. */
  readonly audit: string;
}

/**
 * Reads the keys from the environment, otherwise from files. Creates missing files for a new database. Stores the
 * fingerprints of the current keys.
 * @throws StartupError if the last used keys of the database are neither the current ones nor among the earlier ones
 */
export async function openKeys(
  config: Config,
  pool: Pick<Pool, 'query'>,
): Promise<InstallationKeys> {
  const { authSecret, auditSecret, previousAuthSecrets } = config;
  const folder = path.join(config.dataDir, 'secrets');
  const { stored, expected } = await readFingerprints(pool);
  const readKeyFile = (name: 'auth' | 'audit') =>
    expected[name] === undefined ? ensureSecret(folder, name) : readSecret(folder, name);
  const auth = authSecret ?? (await readKeyFile('auth'));
  const audit = auditSecret ?? (await readKeyFile('audit'));
  const previous = [
    ...(authSecret === null ? await readPreviousSecrets(folder) : []),
    ...previousAuthSecrets,
  ];
  const sealKeys = audit === undefined ? undefined : readSealKeys(audit);
  const authPrints = auth === undefined ? [] : [auth, ...previous].map(fingerprint);
  const isAuthKnown =
    auth !== undefined && (expected.auth === undefined || authPrints.includes(expected.auth));
  const isAuditKnown =
    audit !== undefined && (expected.audit === undefined || sealKeys?.byId.has(expected.audit));
  if (!isAuthKnown || !isAuditKnown) {
    const authAdvice = `La llave de las sesiones y de la verificación en dos pasos no es la de esta base: pon la anterior en AUTH_SECRET, o en AUTH_SECRET_PREVIOUS si la cambiaste, o copia en ${folder} el archivo auth de la instalación anterior. `;
    const auditAdvice = `La llave que sella la auditoría no es la de esta base: pon la anterior en AUDIT_SECRET, después de la nueva y de una coma si la cambiaste, o copia en ${folder} el archivo audit de la instalación anterior. `;
    throw new StartupError(
      isAuthKnown ? 'audit-key-unknown' : 'auth-key-unknown',
      `${isAuthKnown ? '' : authAdvice}${isAuditKnown ? '' : auditAdvice}${IF_LOST}`,
    );
  }
  const current: Fingerprints = { auth: fingerprint(auth), audit: sealKeys?.current.id ?? '' };
  if (expected.auth !== current.auth || expected.audit !== current.audit) {
    const { rowCount } = await pool.query(
      `insert into installation as kept (key, value) values ($1, $2)
       on conflict (key) do update set value = excluded.value where kept.value = $3`,
      [ROW, current, stored],
    );
    // Another process stored its key first.
    if (rowCount === 0) return openKeys(config, pool);
  }
  return { secrets: { current: auth, previous }, audit };
}

const IF_LOST =
  'Si se perdió, «simiente secrets rotate --lost» acepta la actual; los datos cifrados o sellados con la anterior ya no se leen ni se comprueban.';

function fingerprint(secret: string): string {
  return createHmac('sha256', secret).update('simiente fingerprint').digest('hex').slice(0, 32);
}

/** If no fingerprints are stored, the last seal identifies the key of the audit. */
async function readFingerprints(
  pool: Pick<Pool, 'query'>,
): Promise<{ stored: Fingerprints | null; expected: Fingerprints }> {
  const { rows } = await pool.query<{ stored: Fingerprints | null; sealed: string | null }>(
    `select (select value from installation where key = $1) as stored,
       (select key_id from audit_seals where key_id is not null order by seq desc limit 1) as sealed`,
    [ROW],
  );
  const { stored = null, sealed = null } = rows[0] ?? {};
  return { stored, expected: stored ?? (sealed === null ? {} : { audit: sealed }) };
}

/** Deletes the fingerprints, so that the next start accepts its keys. */
export async function forgetFingerprints(client: Pick<Pool, 'query'>): Promise<void> {
  await client.query(
    `insert into installation (key, value) values ($1, '{}')
     on conflict (key) do update set value = excluded.value`,
    [ROW],
  );
}
