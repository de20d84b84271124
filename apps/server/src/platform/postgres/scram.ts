import { createHash, createHmac, pbkdf2Sync, randomBytes, timingSafeEqual } from 'node:crypto';

const ITERATIONS = 4096;

/**
 * PostgreSQL's stored form of a password (RFC 5803). Computed here, so that no statement contains the
 * password: statements end in logs and in pg_stat_statements.
 */
export function scramVerifier(password: string): string {
  return encode(password, randomBytes(16), ITERATIONS);
}

/** Whether a stored verifier is of this password. */
export function matchesVerifier(password: string, verifier: string | null): boolean {
  const parts = /^SCRAM-SHA-256\$(\d+):([^$]+)\$/.exec(verifier ?? '');
  const [, iterations, salt] = parts ?? [];
  if (verifier === null || iterations === undefined || salt === undefined) {
    return false;
  }
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
