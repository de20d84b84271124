import { createHash, createHmac, pbkdf2Sync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Client } from 'pg';

const ITERATIONS = 4096;

/**
 * PostgreSQL's stored form of a password (RFC 5803). It is computed here, so that no statement contains the
 * password: statements are kept in logs and in pg_stat_statements.
 */
export function scramVerifier(password: string): string {
  return encode(password, randomBytes(16), ITERATIONS);
}

export function matchesVerifier(password: string, verifier: string | null): boolean {
  const parts = /^SCRAM-SHA-256\$(\d+):([^$]+)\$/.exec(verifier ?? '');
  const [, iterations, salt] = parts ?? [];
  if (verifier === null || iterations === undefined || salt === undefined) return false;
  const expected = Buffer.from(encode(password, Buffer.from(salt, 'base64'), Number(iterations)));
  const actual = Buffer.from(verifier);
  return expected.length === actual.length && timingSafeEqual(expected, actual);
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
/** The role of the server: it gets the rights that migrations grant, and creates no tables. */
export const APP_ROLE = 'simiente_app';

export type Passwords = { owner: string; app: string };

/**
 * Creates or corrects the roles and the database; repeating it changes nothing. `client` is the superuser on the
 * maintenance database; callers hold an advisory lock.
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
  const found = await client.query<{ rolpassword: string | null }>(
    'select rolpassword from pg_authid where rolname = $1',
    [role],
  );
  const [existing] = found.rows;
  if (existing === undefined) {
    await client.query(`create role ${role} login password '${scramVerifier(password)}'`);
  } else if (!matchesVerifier(password, existing.rolpassword)) {
    await client.query(`alter role ${role} login password '${scramVerifier(password)}'`);
  }
}
