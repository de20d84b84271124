import { recordKinds } from '@simiente/contract/common/record-kinds';
import { type LiveKind, liveKinds } from '@simiente/contract/events/settings';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { forLength } from '../../../../../scripts/test-length.mjs';
import { examOrderDownloads, examOrders } from '../../schema/exam-orders.ts';
import { inboxMessages } from '../../schema/operation/inbox.ts';
import { patients } from '../../schema/patients.ts';
import { reports, reportWorkingCopies } from '../../schema/reports.ts';
import { EVERY_RIGHT } from '../../testing/accounts/everybody.ts';
import { addColleague } from '../../testing/accounts/records.ts';
import { startApplication } from '../../testing/application.ts';
import { isChangeTo, startLive } from '../../testing/live.ts';
import { LONG_WAIT } from '../../testing/long-wait.ts';
import {
  addBranch,
  addConsent,
  addDataRequest,
  addDelivery,
  addDoctor,
  addDoctorAppointment,
  addEmergencyAccess,
  addExam,
  addNote,
  addPartner,
  addPatient,
  addProspect,
  addRange,
  addReceivedResult,
  addRecipeAppointment,
  addReport,
  addResultSet,
  newId,
} from '../../testing/records.ts';
import { addWorkingCopy } from '../../testing/reports/reports.ts';
import { addSignedReport, seal } from '../../testing/reports/signed-reports.ts';
import { write } from '../../testing/sealed-audit.ts';
import { DEFAULT_STREAM_LIMITS } from './routes.ts';

/** One statement with more than 20 rows is announced without ids. */
const MANY_ROWS = forLength(20_000, 100_000);

describe('the event stream', () => {
  test('E-10.83: announces every kind of record that was created, changed or deleted', async () => {
    const { database, open } = await startLive({ staffRoles: EVERY_RIGHT });
    const { db } = database;
    const stream = await open();
    await stream.next('ready');

    const patientId = await addPatient(db);
    const doctorId = await addDoctor(db);
    const partnerId = await addPartner(db);
    const owners = { patientId, doctorId };
    const changes: [LiveKind, string | undefined][] = [
      ['patient', patientId],
      ['doctor', doctorId],
      ['partner', partnerId],
      ['exam', await addExam(db, patientId)],
      ['doctor_appointment', await addDoctorAppointment(db, owners)],
      ['recipe_appointment', await addRecipeAppointment(db, null)],
      ['branch', await addBranch(db, partnerId)],
      ['prospect', await addProspect(db)],
      ['account', await addColleague(db)],
      ['result', await addResultSet(db, patientId)],
      ['received_result', await addReceivedResult(db, partnerId)],
      ['analyte_range', await addRange(db, partnerId)],
      ['data_request', await addDataRequest(db, patientId)],
    ];
    const branchId = changes.find(([kind]) => kind === 'branch')?.[1] ?? '';
    const orderId = newId('ord');
    await db.insert(examOrders).values({ id: orderId, patientId, branchId, partnerId, exams: [] });
    await db.insert(examOrderDownloads).values({ orderId });
    const versionId = await addReport(db, patientId, 'exam_ai', 'Un informe');
    await addDelivery(db, { patientId, versionId });
    await addConsent(db, patientId);
    changes.push(['note', await addNote(db, patientId)]);
    await addEmergencyAccess(db, { patientId, openedBy: 'stf_1' });
    await db.insert(inboxMessages).values([
      { kind: 'calendly_delivery', digest: 'd', event: 'e', payload: {} },
      { kind: 'laboratory_message', digest: 'e', laboratoryId: partnerId },
    ]);
    changes.push(
      ['exam_order', orderId],
      ['exam_order_download', undefined],
      ['report', undefined],
      ['report_delivery', undefined],
      ['calendly_delivery', undefined],
      ['laboratory_message', undefined],
      ['consent', undefined],
      ['emergency_access', undefined],
    );
    expect(changes.map(([kind]) => kind).toSorted()).toEqual([...liveKinds].toSorted());
    const received = new Set<string>();
    const isComplete = () => changes.every(([kind, id]) => received.has(id ?? kind));
    await stream.until((event) => {
      for (const [kind, id] of changes) if (isChangeTo(kind, id)(event)) received.add(id ?? kind);
      return isComplete();
    });

    await db.update(patients).set({ name: 'Otro nombre' }).where(eq(patients.id, patientId));
    await stream.until(isChangeTo('patient', patientId));
    // A plain deletion never removes a patient with a report.
    const withoutReport = await addPatient(db);
    await stream.until(isChangeTo('patient', withoutReport));
    await db.delete(patients).where(eq(patients.id, withoutReport));
    await stream.until(isChangeTo('patient', withoutReport));
    expect(stream.received()).not.toMatch(/nombre|informe|Ana/);
  });

  test('E-10.668: announces the report of a review that begins, changes hands or ends, but not its saved changes', async () => {
    const { database, open } = await startLive({ staffRoles: EVERY_RIGHT });
    const { db } = database;
    const patientId = await addPatient(db);
    const draft = await addReport(db, patientId, 'exam_ai', 'Un informe');
    const reviewer = await addColleague(db);
    const other = await addColleague(db);
    const [report] = await db.select().from(reports).where(eq(reports.patientId, patientId));
    const announced = isChangeTo('report', report?.id);
    const stream = await open();
    await stream.next('ready');

    /** Counted after all earlier announcements have arrived. */
    const countReports = async () => {
      await stream.until(isChangeTo('patient', await addPatient(db)));
      return stream.received().match(/"report"/g)?.length ?? 0;
    };
    const before = await countReports();
    const copy = await addWorkingCopy(db, draft, reviewer);
    await stream.until(announced);
    const copyIs = eq(reportWorkingCopies.id, copy);
    await db.update(reportWorkingCopies).set({ version: 2 }).where(copyIs);
    expect(await countReports()).toBe(before + 1);
    await db.update(reportWorkingCopies).set({ reviewerId: other }).where(copyIs);
    await stream.until(announced);
    await db.delete(reportWorkingCopies).where(copyIs);
    await stream.until(announced);
    expect(stream.received()).not.toContain(copy);
  });

  test('E-10.627: announces the report of a sealed signature, and nothing for other seals', async () => {
    const { database, open } = await startLive({ staffRoles: EVERY_RIGHT });
    const { db } = database;
    const patientId = await addPatient(db);
    await addSignedReport(db, patientId);
    const [report] = await db.select().from(reports).where(eq(reports.patientId, patientId));
    const stream = await open();
    await stream.next('ready');
    await stream.until(isChangeTo('patient', await addPatient(db)));
    const before = stream.received().match(/"report"/g)?.length ?? 0;
    await seal(database);
    await stream.until(isChangeTo('report', report?.id));
    await write(database);
    await seal(database);
    await stream.until(isChangeTo('patient', await addPatient(db)));
    expect(stream.received().match(/"report"/g)?.length).toBe(before + 1);
  });

  test('E-10.668: announces the patient for the first text of a report, because the page has no report yet', async () => {
    const { database, open } = await startLive({ staffRoles: EVERY_RIGHT });
    const stream = await open();
    await stream.next('ready');
    const patientId = await addPatient(database.db);
    await addReport(database.db, patientId, 'exam_ai', 'Un informe');
    await stream.until(isChangeTo('report', patientId));
  });

  test('names every kind of record that can change', () => {
    expect(liveKinds).toEqual(expect.arrayContaining([...recordKinds]));
  });

  test(`E-10.83: announces a statement over ${MANY_ROWS} rows once, without ids`, async () => {
    const { database, open } = await startLive();
    const stream = await open();
    await stream.next('ready');
    await database.db.transaction(async (transaction) => {
      await transaction.execute(sql`set local statement_timeout = 0`);
      await transaction.execute(sql`
        insert into patients (id, name)
          select 'usr_' || n, 'Paciente' from generate_series(1, ${MANY_ROWS}::int) n
      `);
    });
    const { data } = await stream.next('change');
    expect(data).toEqual({ kinds: { patient: null } });
    const last = await addPatient(database.db);
    await stream.until(isChangeTo('patient', last));
    expect(stream.received().match(/event: change/g)).toHaveLength(2);
  });

  test('announces nothing that was rolled back, and no statement without effect', async () => {
    const { database, open } = await startLive();
    const stream = await open();
    await stream.next('ready');
    await database.db
      .transaction(async (transaction) => {
        await transaction.insert(patients).values({ id: 'usr_never', name: 'Nadie' });
        throw new Error('no');
      })
      .catch(() => {});
    await database.db.update(patients).set({ name: 'Nadie' }).where(eq(patients.id, 'usr_none'));
    const last = await addPatient(database.db);
    const { data } = await stream.next('change');
    expect(data).toEqual({ kinds: { patient: [last] } });
  });

  test('reports missed changes to a returning client, or that the client was away too long', async () => {
    const { database, open } = await startLive();
    const first = await open();
    await first.next('ready');
    const missed = await addPatient(database.db);
    await first.until(isChangeTo('patient', missed));

    // Longer than a busy machine takes between the change and the request.
    const back = await open(30_000);
    const { covers } = (await back.next('ready')).data as { covers: number };
    // The server has not listened for that long yet.
    expect(covers).toBeLessThan(32_001);
    await back.until(isChangeTo('patient', missed));
    const awayTooLong = await open(3_600_000);
    expect(((await awayTooLong.next('ready')).data as { covers: number }).covers).toBeLessThan(
      60_001,
    );
  });

  test('is not buffered, compressed or cached by a proxy', async () => {
    const { openStream, staff: person } = await startLive();
    const stream = await openStream({ cookie: person.cookie, 'accept-encoding': 'gzip, br' });
    expect(stream.status).toBe(200);
    expect(Object.fromEntries(stream.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    });
    expect(stream.headers.has('content-encoding')).toBe(false);
    expect(stream.headers.has('set-cookie')).toBe(false);
  });

  test('sends keep-alive comments', async () => {
    const { open } = await startLive({
      streamLimits: { ...DEFAULT_STREAM_LIMITS, heartbeatInterval: 20 },
    });
    const stream = await open();
    await vi.waitFor(
      () => expect(stream.received().match(/^:$/gm)?.length).toBeGreaterThan(2),
      LONG_WAIT,
    );
  });

  test('ends after a while, so that no dead stream stays open', async () => {
    const limits = { ...DEFAULT_STREAM_LIMITS, heartbeatInterval: 20, maxAge: 1 };
    const { open } = await startLive({ streamLimits: limits });
    const stream = await open();
    expect((await stream.next('end')).data).toEqual({ reason: 'aged' });
    await stream.ended;
  });

  test.each(['gap=-1', 'gap=x', 'gap=1&gap=2', 'other=1'])('rejects %s', async (query) => {
    const { staff: person } = await startApplication();
    const { status, body } = await person.get(`/v1/events?${query}`);
    expect([status, body]).toMatchObject([400, { code: 'BAD_REQUEST' }]);
  });
});
