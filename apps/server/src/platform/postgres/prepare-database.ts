import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import type { Client } from 'pg';
import { isEqual } from '../http/digest.ts';

/** PostgreSQL's default. */
const ITERATIONS = 4096;

/**
 * PostgreSQL's stored form of a password (RFC 5803). It is computed here, so that no statement contains the
 * password, because statements can appear in logs and in pg_stat_statements.
 */
export function scramVerifier(password: string): string {
  return encode(password, randomBytes(16), ITERATIONS);
}

export function matchesVerifier(password: string, verifier: string | null): boolean {
  const [, iterations, salt] = /^SCRAM-SHA-256\$(\d+):([^$]+)\$/.exec(verifier ?? '') ?? [];
  if (verifier === null || iterations === undefined || salt === undefined) return false;
  return isEqual(encode(password, Buffer.from(salt, 'base64'), Number(iterations)), verifier);
}

function encode(password: string, salt: Buffer, iterations: number): string {
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256');
  const clientKey = createHmac('sha256', salted).update('Client Key').digest();
  const storedKey = createHash('sha256').update(clientKey).digest('base64');
  const serverKey = createHmac('sha256', salted).update('Server Key').digest('base64');
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey}:${serverKey}`;
}

export const DATABASE = 'simiente';
/** Owns the tables and changes them. */
export const OWNER_ROLE = 'simiente_owner';
/** The role of the server, with the rights that migrations grant. */
export const APP_ROLE = 'simiente_app';

export type Passwords = { owner: string; app: string };

/**
 * Creates or corrects the roles and the database. The caller holds an advisory lock.
 * @param client the superuser, connected to the maintenance database
 */
export async function prepareDatabase(client: Client, passwords: Passwords): Promise<void> {
  await ensureRole(client, OWNER_ROLE, passwords.owner);
  await ensureRole(client, APP_ROLE, passwords.app);
  const existing = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
  if (existing.rowCount === 0) {
    await client.query(`create database ${DATABASE} owner ${OWNER_ROLE} template template0`);
  }
  await client.query(`
    revoke all on database ${DATABASE} from public;
    grant connect on database ${DATABASE} to ${APP_ROLE};
    revoke all on database postgres, template1 from public;
    create extension if not exists pg_stat_statements;
    grant set on parameter wal_compression to ${OWNER_ROLE};
  `);
}

async function ensureRole(client: Client, role: string, password: string): Promise<void> {
  const { rows } = await client.query<{ rolpassword: string | null }>(
    'select rolpassword from pg_authid where rolname = $1',
    [role],
  );
  if (rows[0] && matchesVerifier(password, rows[0].rolpassword)) return;
  const verb = rows[0] ? 'alter' : 'create';
  await client.query(`${verb} role ${role} login password '${scramVerifier(password)}'`);
}
