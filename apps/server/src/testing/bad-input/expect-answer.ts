import { errorTable, isErrorCode } from '@simiente/contract/common/errors';
import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import * as z from 'zod';
import { staffAccounts } from '../../schema/staff.ts';
import { TEST_SECRET, type TestApplication } from '../application.ts';
import { addExam, addFile, addPatient, addPatients } from '../records.ts';

/** The common form of a failure. */
export const failure = z.strictObject({
  status: z.int(),
  code: z.string().refine(isErrorCode),
  errorMessage: z.string(),
  issues: z.array(z.strictObject({ path: z.string(), message: z.string() })).optional(),
  details: z.record(z.string(), z.unknown()).optional(),
});

/** Texts that must not leave the server. */
const INTERNAL =
  /node_modules|\.ts:\d|drizzle|SQLSTATE|relation "|syntax error|pg_catalog|ECONN|ENOENT|\/apps\/|FST_ERR/;

/** Data of deleted records, which only the trash may show. */
const DELETED = 'Nombre en la papelera';
/** Another account, which only the lists of accounts and the audit may show. */
const OTHER = 'ajena@simiente.example';

/** Confidential texts that a call may show, by its path. */
const shownBy: Readonly<Record<string, string>> = {
  '/v1/trash/list': DELETED,
  '/v1/accounts/list': OTHER,
  '/v1/audit/actors': OTHER,
  '/v1/audit/list': OTHER,
};

/** Adds confidential texts, which only the calls of `shownBy` may return: of deleted records, secrets, storage keys. */
export async function addConfidential(application: TestApplication): Promise<readonly string[]> {
  const {
    database: { db },
    store,
    staff,
    signInAs,
  } = application;
  const other = await signInAs(OTHER);
  const [account] = await db.select().from(staffAccounts);
  await addPatients(db, [{ name: DELETED, deletedAt: new Date() }]);
  const keptFile = await addFile(db, store, { storageKey: 'llave/del/almacen' });
  await addExam(db, await addPatient(db), { fileId: keptFile });
  const confidential = [
    DELETED,
    'llave/del/almacen',
    String(account?.password),
    TEST_SECRET,
    other.email,
    ...[other.cookie, staff.cookie].map(getToken),
  ];
  for (const text of confidential) expect(text.length).toBeGreaterThan(10);
  return confidential;
}

/** The token in a session's cookie. */
function getToken(cookie: string): string {
  return decodeURIComponent(cookie.split('=')[1] ?? '').split('.')[0] ?? '';
}

/**
 * Expects an answer of the contract, or a failure in the common form, never a fault.
 * @returns@returns which of the two
 */
export function expectAnswer(
  answer: LightMyRequestResponse,
  output: z.ZodType,
  confidential: readonly string[],
): 'success' | 'rejection' {
  expect(answer.statusCode, answer.body).toBeLessThan(500);
  expect(answer.body).not.toMatch(INTERNAL);
  const { pathname } = new URL(String(answer.raw.req.url), 'http://x');
  for (const secret of confidential) {
    if (shownBy[pathname] !== secret) expect(answer.body).not.toContain(secret);
  }
  if (answer.statusCode === 200) {
    expect(output.safeParse(answer.json()).error).toBeUndefined();
    return 'success';
  }
  const { status, code, errorMessage } = failure.parse(answer.json());
  expect(status).toBe(answer.statusCode);
  expect([status, errorMessage]).toEqual([errorTable[code].status, errorTable[code].message]);
  return 'rejection';
}
