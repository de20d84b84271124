import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { reportVersions } from '../../../schema/reports.ts';
import { MANY_ATTEMPTS, sharedApplication } from '../../../testing/application.ts';
import { queryAsOwner } from '../../../testing/database.ts';
import { addPatient, addReport } from '../../../testing/records.ts';
import { makeSigner, signVersion } from '../../../testing/reports/reports.ts';
import { earlierDigest, jsonbText } from './signature.ts';
import { verifySigned } from './verify-signed.ts';

const testApp = sharedApplication({ attemptLimits: MANY_ATTEMPTS });
const db = () => testApp().database.db;
const run = (text: string, values: readonly unknown[] = []) =>
  queryAsOwner(testApp().database, text, values);

async function addSigned() {
  const signer = await makeSigner(testApp());
  const draft = await addReport(db(), await addPatient(db()), 'exam_ai', 'Un texto de la IA.');
  return { signer, signed: (await signVersion(signer, draft)).idVersion };
}

/** Differences between a signed version and the audit. */
async function findProblems(signed: string): Promise<string[]> {
  const found: string[] = [];
  await verifySigned(db(), ({ id, problem }) => {
    if (id === signed) found.push(problem);
  });
  return found;
}

test('E-10.605: a signed version that the owner of the tables changes or removes differs from the audit', async () => {
  const { signed } = await addSigned();
  const verify = () => findProblems(signed);
  expect(await verify()).toEqual([]);
  const runAsOwner = (statement: string) =>
    run(`begin; alter table report_versions disable trigger user; ${statement};
      alter table report_versions enable trigger user; commit`);
  const alter = (change: string) =>
    runAsOwner(`update report_versions set ${change} where id = '${signed}'`);
  for (const [change, back] of [
    [`text = 'Otro texto.'`, `text = 'Un texto de la IA.'`],
    [`proof = 'passkey'`, `proof = 'password'`],
    [`unedited = false`, `unedited = true`],
    [`results = '[{}]'`, `results = '[]'`],
    [`results = null`, `results = '[]'`],
    [`acknowledged_at = now()`, `acknowledged_at = null`],
    [`verify_code = verify_code || 'x'`, `verify_code = left(verify_code, -1)`],
    [
      `patient = jsonb_set(patient, '{name}', '"Otra persona"')`,
      `patient = jsonb_set(patient, '{name}', '"Ana Pérez"')`,
    ],
  ] as const) {
    await alter(change);
    expect(await verify(), change).toEqual(['altered']);
    await alter(back);
    expect(await verify(), back).toEqual([]);
  }
  const day = `interval '1 day'`;
  for (const [change, back] of [
    [
      `signer = jsonb_set(signer, '{cedula}', '"9999999"')`,
      `signer = jsonb_set(signer, '{cedula}', (select to_jsonb(cedula) from professional_identity_versions
        where id = identity_version_id))`,
    ],
    [`arrived_at = arrived_at - ${day}`, `arrived_at = arrived_at + ${day}`],
    [`sha256 = upper(sha256)`, `sha256 = lower(sha256)`],
  ] as const) {
    await alter(change);
    expect(await verify(), change).toEqual(['altered']);
    await alter(back);
    expect(await verify(), back).toEqual([]);
  }
  await runAsOwner(`delete from report_versions where id = '${signed}'`);
  expect(await verify()).toEqual(['missing']);
});

test('E-10.605: a version signed before the digest covered all of it agrees with its audit row', async () => {
  const { signed } = await addSigned();
  const [row] = await db().select().from(reportVersions).where(eq(reportVersions.id, signed));
  if (!row) throw new Error('It was signed');
  const rewrite = (details: object) =>
    run(`update audit_events set details = $2 where id = $1`, [row.auditEventId, details]);
  await rewrite({ frozen: earlierDigest(row) });
  expect(await findProblems(signed)).toEqual([]);
  await rewrite({ frozen: earlierDigest({ ...row, text: 'Otro.' }) });
  expect(await findProblems(signed)).toEqual(['altered']);
});

test('E-10.605: the digests of the server and of the database are equal for any text', async () => {
  const strings = fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\0', ''));
  const values = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      strings,
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('value')),
      fc.dictionary(strings, tie('value'), { noNullPrototype: true }),
    ),
  })).value;
  await fc.assert(
    fc.asyncProperty(values, async (value) => {
      const { rows } = await testApp().database.pool.query<{ text: string }>(
        'select $1::jsonb::text as text',
        [JSON.stringify(value)],
      );
      expect(jsonbText(value)).toBe(rows[0]?.text);
    }),
    { numRuns: 200 },
  );
});

test('E-10.605: a withdrawal that the owner of the tables changes or removes differs from the audit', async () => {
  const { signer, signed } = await addSigned();
  const withdrawn = await signer.call('POST', 'withdraw', {
    idVersion: signed,
    reason: 'Es de otro paciente',
    confirmation: signer.confirmation(),
  });
  expect(withdrawn.statusCode).toBe(200);
  const verify = () => findProblems(signed);
  const runAsOwner = (statement: string) =>
    run(`begin; alter table report_withdrawals disable trigger user; ${statement};
      alter table report_withdrawals enable trigger user; commit`);
  expect(await verify()).toEqual([]);
  await runAsOwner(`update report_withdrawals set reason = 'Otro motivo'`);
  expect(await verify()).toEqual(['altered']);
  await runAsOwner(`update report_withdrawals set reason = 'Es de otro paciente'`);
  expect(await verify()).toEqual([]);
  await runAsOwner(`delete from report_withdrawals where version_id = '${signed}'`);
  expect(await verify()).toEqual(['missing']);
});
