import { readFileSync } from 'node:fs';
import { StartupError } from '../platform/startup-error.ts';

/** Settings that may be in a file instead, named by the variable with the suffix `_FILE`. */
export const SECRETS = [
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'BACKUP_DATABASE_URL',
  'AUTH_SECRET',
  'AUTH_SECRET_PREVIOUS',
  'AUDIT_SECRET',
  'ADMIN_PASSWORD',
  'CALENDLY_WEBHOOK_SECRET',
  'MAIL_URL',
  'OIDC_CLIENT_SECRET',
  'AI_KEY',
  'SIGNING_P12_PASSPHRASE',
  'METRICS_TOKEN',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
] as const;

/**
 * Reads secrets that containers and service managers provide as files.
 * @throws StartupError for one that is set twice, or cannot be read
 */
export function readSecretFiles(given: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const read: NodeJS.ProcessEnv = {};
  for (const name of SECRETS) {
    const file = given[`${name}_FILE`];
    if (file === undefined) continue;
    if (given[name] !== undefined) {
      throw new StartupError(
        'config-invalid',
        `Configuración no válida: ${name} y ${name}_FILE están configuradas las dos; deja solo una.`,
      );
    }
    try {
      read[name] = readFileSync(file, 'utf8').trim();
    } catch (cause) {
      throw new StartupError(
        'config-invalid',
        `Configuración no válida: no se puede leer el archivo de ${name}_FILE, ${file}.`,
        { cause },
      );
    }
  }
  return read;
}
