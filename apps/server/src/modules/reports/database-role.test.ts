import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { reports, reportVersions } from '../../schema/reports.ts';
import { MANY_ATTEMPTS, sharedApplication } from '../../testing/application.ts';
import { queryAsOwner } from '../../testing/database.ts';
import { addPatient, addReport, newId } from '../../testing/records.ts';
import {
  addSignedVersion,
  callReports,
  makeSigner,
  signReport,
} from '../../testing/reports/reports.ts';

const testApp = sharedApplication({ attemptLimits: MANY_ATTEMPTS });
const db = () => testApp().database.db;
const run = (text: string, values: readonly unknown[] = []) =>
  queryAsOwner(testApp().database, text, values);

/** Answer to a statement of the application's role: OK, or the error code of PostgreSQL. */
async function asApplication(text: string, values: readonly unknown[] = []): Promise<string> {
  return testApp()
    .database.pool.query(text, [...values])
    .then(
      () => 'OK',
      (error: { code?: string }) => error.code ?? 'unknown',
    );
}

/** JSON columns as values. */
const parseJsonColumns = (row: Record<string, unknown>) => ({
  ...row,
  ...Object.fromEntries(
    ['sentences', 'findings', 'patient', 'signer'].map((name) => [
      name,
      JSON.parse(String(row[name])),
    ]),
  ),
});

/** insufficient_privilege, restrict_violation, check_violation, unique_violation */
const REJECTED = /^(42501|23001|23514|23505)$/;

test('E-10.600: R1: a draft is stored byte for byte, with digest, source and model', async () => {
  const patient = await addPatient(db());
  const text = '\uFEFF  Línea\r\n\tcon **marcas**【4:2†source】 é é\n\n';
  const id = await addReport(db(), patient, 'exam_ai', text, { model: 'gpt-5' });
  const answer = await callReports(testApp().staff.request, 'GET', 'get-version', {
    idVersion: id,
  });
  expect(answer.json().data.version).toMatchObject({
    text,
    sha256: createHash('sha256').update(text, 'utf8').digest('hex'),
    source: 'ia',
    model: 'gpt-5',
    modelVersion: null,
    number: 1,
    state: 'draft',
  });
});

describe('E-10.601: the application’s own database role', () => {
  test('cannot change or delete a version, withdrawal or discard', async () => {
    const { signed, draft, patient, signer } = await signReport(testApp());
    const later = await addReport(db(), patient, 'exam_ai', 'Otro.');
    await signer.call('POST', 'discard-draft', { idVersion: later, reason: 'No es suyo' });
    await signer.call('POST', 'withdraw', {
      idVersion: signed,
      reason: 'Es de otro paciente',
      confirmation: signer.confirmation(),
    });
    const before = await run(`select * from report_versions where patient_id = $1`, [patient]);
    for (const statement of [
      `update report_versions set text = 'otro' where id = '${draft}'`,
      `update report_versions set signer = '{}' where id = '${signed}'`,
      `delete from report_versions where id = '${draft}'`,
      `truncate report_versions cascade`,
      `update report_withdrawals set reason = 'otro motivo'`,
      `delete from report_withdrawals`,
      `update report_discards set reason = 'otro motivo'`,
      `delete from report_discards`,
      `update reports set in_force_id = '${draft}' where patient_id = '${patient}'`,
      `delete from reports where patient_id = '${patient}'`,
      `insert into reports (id, patient_id, kind, last_number) values ('rep_x', '${patient}', 'first_medical', 7)`,
      `delete from patients where id = '${patient}'`,
      `select purge_reports('${patient}')`,
      `alter table report_versions disable trigger refuse_rewriting`,
      `drop trigger check_report_version on report_versions`,
      `select derive_reports(array['${patient}'], array['exam_ai'])`,
      `set session_replication_role = replica`,
    ]) {
      expect(await asApplication(statement), statement).toMatch(/^(42501|23001|23503)$/);
    }
    // A setting of the session does not disable the check.
    expect(
      await asApplication(
        `set simiente.purging = 'on'; delete from report_versions where id = '${draft}'`,
      ),
    ).toBe('42501');
    expect(await run(`select * from report_versions where patient_id = $1`, [patient])).toEqual(
      before,
    );
  });

  test('cannot insert a version out of order; the database sets date and digest', async () => {
    const { patient } = await signReport(testApp());
    const draft = (number: number) =>
      asApplication(
        `insert into report_versions (id, patient_id, kind, number, type, text, sha256, arrived_at, source)
         values ($1, $2, 'exam_ai', $3, 'draft', 'texto', 'otro', '2001-01-01', 'ia')`,
        [newId('rpv'), patient, number],
      );
    for (const number of [0, 1, 2, 4, 2_147_483_647]) {
      expect(await draft(number), String(number)).toMatch(REJECTED);
    }
    expect(await draft(3)).toBe('OK');
    const [stored] = await run(
      `select sha256, arrived_at > now() - interval '1 minute' as now from report_versions
        where patient_id = $1 and number = 3`,
      [patient],
    );
    expect(stored).toEqual({
      sha256: createHash('sha256').update('texto').digest('hex'),
      now: true,
    });
  });

  test('cannot sign without the audit’s row, for another account, or with an identity that is not active', async () => {
    const { patient, draft, signer } = await signReport(testApp());
    const other = await makeSigner(testApp());
    const verifyCode = newId('v');
    const makeRow = (parts: Record<string, unknown>) => {
      const row: Record<string, unknown> = {
        id: newId('rpv'),
        patient_id: patient,
        kind: 'exam_ai',
        number: 3,
        type: 'correction',
        text: 'texto',
        sha256: '',
        arrived_at: new Date(),
        from_draft: draft,
        reason: 'Un motivo',
        signer_id: signer.id,
        identity_version_id: signer.identityVersion,
        signer: '{"fullName": "Otra persona"}',
        proof: 'password',
        sentences: '[]',
        findings: '[]',
        patient: '{}',
        accepted_sentence: 'sí',
        zone: 'UTC',
        verify_code: verifyCode,
        unedited: false,
        ...parts,
      };
      return row;
    };
    const insert = (parts: Record<string, unknown>) => {
      const row = makeRow(parts);
      const names = Object.keys(row);
      return asApplication(
        `insert into report_versions (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
        Object.values(row),
      );
    };
    const [inForce] = await db()
      .select({ id: reports.inForceId })
      .from(reports)
      .where(eq(reports.patientId, patient));
    const replaces = inForce?.id;
    const event = async (
      actor: string,
      subject: string,
      action = 'report.signed',
      rowChanges: Record<string, unknown> = {},
    ) => {
      const { rows } = await testApp().database.pool.query<{ id: string }>(
        `insert into audit_events (actor_kind, actor_id, action, subject_kind, subject_id, details)
         values ('staff', $1, $2, 'report', $3, (select jsonb_build_object('digest', frozen_report(v))
           from jsonb_populate_record(null::report_versions, $4) v)) returning id`,
        [
          actor,
          action,
          subject,
          JSON.stringify(parseJsonColumns(makeRow({ id: subject, replaces, ...rowChanges }))),
        ],
      );
      return rows[0]?.id;
    };
    const id = newId('rpv');
    const own = await event(signer.id, id);
    expect(await insert({ id, replaces, audit_event_id: null })).toMatch(REJECTED);
    expect(await insert({ id, replaces, audit_event_id: 0 })).toMatch(REJECTED);
    expect(await insert({ id, replaces, audit_event_id: await event(other.id, id) })).toMatch(
      REJECTED,
    );
    expect(
      await insert({ id, replaces, audit_event_id: await event(signer.id, newId('rpv')) }),
    ).toMatch(REJECTED);
    expect(
      await insert({
        id,
        replaces,
        audit_event_id: await event(signer.id, id, 'report.withdrawn'),
      }),
    ).toMatch(REJECTED);
    expect(
      await insert({
        id,
        replaces,
        audit_event_id: own,
        identity_version_id: other.identityVersion,
      }),
    ).toMatch(REJECTED);
    // A signed version must replace the one in force, and no other.
    expect(await insert({ id, replaces: null, type: 'signed', audit_event_id: own })).toMatch(
      REJECTED,
    );
    expect(await insert({ id, replaces: draft, audit_event_id: own })).toMatch(REJECTED);
    await run(`update staff set status = 2 where id = $1`, [signer.id]);
    expect(await insert({ id, replaces, audit_event_id: own })).toMatch(REJECTED);
    await run(`update staff set status = 1 where id = $1`, [signer.id]);
    await run(
      `update professional_identities set suspended_at = now(), suspended_for = 'password' where staff_id = $1`,
      [signer.id],
    );
    expect(await insert({ id, replaces, audit_event_id: own })).toMatch(REJECTED);
    await run(
      `update professional_identities set suspended_at = null, suspended_for = null where staff_id = $1`,
      [signer.id],
    );
    // A replacement must have the type 'correction', and match the digest in its audit row.
    expect(await insert({ id, replaces, type: 'signed', audit_event_id: own })).toMatch(REJECTED);
    for (const changes of [
      { text: 'otro' },
      { verify_code: newId('v') },
      { unedited: true },
      { acknowledged_at: new Date() },
      { findings: '[{}]' },
    ]) {
      expect(await insert({ id, replaces, audit_event_id: own, ...changes })).toMatch(REJECTED);
    }
    // The database takes the signer from its own tables, whatever was written.
    expect(await insert({ id, replaces, audit_event_id: own })).toBe('OK');
    const [stored] = await db().select().from(reportVersions).where(eq(reportVersions.id, id));
    expect(stored?.signer?.fullName).toBe('Eva Luna Ríos');
  });

  test('cannot withdraw a draft, withdraw unaudited, or discard a signed version or its draft', async () => {
    const { draft, signed, signer } = await signReport(testApp());
    const withdraw = (version: string) =>
      asApplication(
        `insert into report_withdrawals (version_id, at, reason, signer_id, identity_version_id, signer, proof, audit_event_id)
         values ($1, now(), 'motivo', $2, $3, '{}', 'password', 0)`,
        [version, signer.id, signer.identityVersion],
      );
    const discard = (version: string) =>
      asApplication(
        `insert into report_discards (version_id, at, by, reason) values ($1, now(), 'x', 'motivo')`,
        [version],
      );
    expect(await withdraw(draft)).toBe('23514');
    expect(await withdraw(signed)).toBe('23514');
    expect(await discard(signed)).toBe('23514');
    expect(await discard(draft)).toBe('23514');
  });
});

test('E-10.614: reports of a blocked patient are purged after five years, and not before', async () => {
  const signer = await makeSigner(testApp());
  const patient = await addPatient(db());
  const draft = await addReport(db(), patient, 'exam_ai', 'Un texto.');
  await addSignedVersion({ db: db(), run }, draft, signer.id);
  const purge = () => asApplication(`select purge_reports($1)`, [patient]);
  expect(await purge()).toBe('23001');
  await run(`update patients set blocked_at = now() where id = $1`, [patient]);
  expect(await purge()).toBe('23001');
  await run(
    `begin; alter table report_versions disable trigger refuse_rewriting;
     update report_versions set arrived_at = now() - interval '5 years 1 day' where patient_id = '${patient}';
     alter table report_versions enable trigger refuse_rewriting; commit`,
  );
  expect(await purge()).toBe('OK');
  expect(await db().$count(reportVersions, eq(reportVersions.patientId, patient))).toBe(0);
  // The table is protected again.
  const later = await signReport(testApp());
  expect(await asApplication(`delete from report_versions where id = '${later.draft}'`)).toBe(
    '42501',
  );
});
