import { downloadPage } from '@simiente/contract/exam-orders/calls';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { auditEvents } from '../../schema/audit.ts';
import { examOrderDownloads, examOrders } from '../../schema/exam-orders.ts';
import type { partners } from '../../schema/partners.ts';
import { patients } from '../../schema/patients.ts';
import { sharedApplication, startApplication } from '../../testing/application.ts';
import { readPdf } from '../../testing/files/read-pdf.ts';
import {
  addBranch,
  addExamOrder,
  addFile,
  addOrderDownload,
  addPartner,
  addPatient,
} from '../../testing/records.ts';

const testApp = sharedApplication();
const db = () => testApp().database.db;

async function newOrder(
  row: Partial<typeof examOrders.$inferInsert> = {},
  partner: Partial<typeof partners.$inferInsert> = {},
) {
  const partnerId = await addPartner(db(), { name: 'Laboratorio Ñuble', ...partner });
  const branchId = await addBranch(db(), partnerId, {
    name: 'Sucursal Ávila',
    address: { city: 'Mérida', street: 'Calle 60 número 12' },
    phone: '+52 999 123 4567',
  });
  const patientId = await addPatient(db(), { name: 'Íñigo Zúñiga Ñanduty' });
  const owners = { partnerId, branchId, patientId };
  return { ...owners, id: await addExamOrder(db(), owners, row) };
}

const downloadPdf = (id: string, headers: Record<string, string> = {}) =>
  testApp().staff.request({ url: `/v1/exam-orders/${id}/pdf`, headers });

const findDownloads = (id: string) =>
  db().select().from(examOrderDownloads).where(eq(examOrderDownloads.orderId, id));

const readActs = (id: string) =>
  db().select().from(auditEvents).where(eq(auditEvents.subjectId, id)).orderBy(auditEvents.id);

describe('the PDF of an exam order', () => {
  test('E-10.64: is a download with everything that the branch needs, counted and audited once', async () => {
    const order = await newOrder({
      exams: ['SEM', 'PT', 'Estudio antiguo'],
      // The day before, in the clinic's zone.
      createdAt: new Date('2026-03-02T03:00:00Z'),
    });
    const answer = await downloadPdf(order.id);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringMatching(
        /^attachment; filename="orden-de-examen-OE-\d{6}\.pdf"$/,
      ),
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'accept-ranges': 'none',
    });
    const { text, title } = await readPdf(answer.rawPayload);
    const [row] = await db().select().from(examOrders).where(eq(examOrders.id, order.id));
    const folio = `OE-${String(row?.folio).padStart(6, '0')}`;
    expect(title).toBe(`Orden de examen ${folio}`);
    for (const shown of [
      folio,
      '1 de marzo de 2026',
      'Íñigo Zúñiga Ñanduty',
      'Laboratorio Ñuble',
      'Sucursal Ávila',
      'Calle 60 número 12, Mérida',
      '+52 999 123 4567',
      'Seminograma',
      'Pefil tiroideo',
      'Estudio antiguo',
    ]) {
      expect(text).toContain(shown);
    }
    expect(await findDownloads(order.id)).toMatchObject([{ staffId: testApp().staff.id }]);
    expect(await readActs(order.id)).toMatchObject([
      { action: 'exam_order.downloaded', patientId: order.patientId, details: null },
    ]);
  });

  test('E-10.66: is the same each time, and every download counts, also simultaneous ones', async () => {
    const { id } = await newOrder();
    const answers = await Promise.all(Array.from({ length: 8 }, () => downloadPdf(id)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(200));
    for (const { rawPayload } of answers) expect(rawPayload).toEqual(answers[0]?.rawPayload);
    expect(await findDownloads(id)).toHaveLength(8);
  });

  test('E-10.66: is one download when it is requested again under the same key', async () => {
    const { id } = await newOrder();
    const key = { 'idempotency-key': crypto.randomUUID() };
    const answers = await Promise.all([
      downloadPdf(id, key),
      downloadPdf(id, key),
      downloadPdf(id, key),
    ]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect(await findDownloads(id)).toHaveLength(1);
    // Each response is audited.
    expect((await readActs(id)).map(({ action }) => action)).toEqual([
      'exam_order.downloaded',
      'exam_order.read',
      'exam_order.read',
    ]);
    const another = await newOrder();
    const rejected = await downloadPdf(another.id, key);
    expect([rejected.statusCode, rejected.headers['content-disposition']]).toEqual([
      409,
      undefined,
    ]);
    expect(await findDownloads(another.id)).toEqual([]);
  });

  test('E-10.66: is sent whole for a range request, and a HEAD counts nothing', async () => {
    const { id } = await newOrder();
    const part = await downloadPdf(id, { range: 'bytes=100-199' });
    expect([part.statusCode, part.headers['content-range']]).toEqual([200, undefined]);
    expect(part.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    const head = await testApp().staff.request({
      method: 'HEAD',
      url: `/v1/exam-orders/${id}/pdf`,
    });
    expect([head.statusCode, head.headers['content-type'], head.body]).toEqual([
      200,
      'application/pdf',
      '',
    ]);
    expect(await findDownloads(id)).toHaveLength(1);
  });

  test('returns a 404 and counts nothing for an unknown or deleted order, or a deleted patient', async () => {
    const trashed = await newOrder({ deletedAt: new Date() });
    const orphan = await newOrder();
    await db()
      .update(patients)
      .set({ deletedAt: new Date() })
      .where(eq(patients.id, orphan.patientId));
    for (const id of ['ord_nada', '%00', 'x'.repeat(200), trashed.id, orphan.id]) {
      expect((await downloadPdf(id)).statusCode, id).toBe(404);
    }
    expect(await findDownloads(trashed.id)).toEqual([]);
    expect(await findDownloads(orphan.id)).toEqual([]);
  });

  test('can be downloaded after its partner was deleted', async () => {
    const { id } = await newOrder({}, { deletedAt: new Date() });
    expect((await downloadPdf(id)).statusCode).toBe(200);
  });
});

test('E-10.66: a PDF that cannot be made is not counted as a download', async () => {
  const { database, staff } = await startApplication({ clinicTimeZone: 'Nowhere/Zone' });
  const partnerId = await addPartner(database.db);
  const branchId = await addBranch(database.db, partnerId);
  const patientId = await addPatient(database.db);
  const id = await addExamOrder(database.db, { partnerId, branchId, patientId });
  const answer = await staff.request({ url: `/v1/exam-orders/${id}/pdf` });
  expect([answer.statusCode, answer.json().code]).toEqual([500, 'INTERNAL']);
  expect(await database.db.select().from(examOrderDownloads)).toEqual([]);
  const acts = await database.db.select().from(auditEvents).where(eq(auditEvents.subjectId, id));
  expect(acts).toEqual([]);
});

describe('the partner’s logo on an order', () => {
  const picture = sharp({
    create: {
      width: 900,
      height: 300,
      channels: 4,
      background: { r: 20, g: 90, b: 70, alpha: 0.5 },
    },
  });

  async function pdfWithLogo(bytes: Uint8Array, store = true) {
    const file = { bytes, name: 'logo', mediaType: 'image/png' };
    const loginLogoId = await addFile(db(), store ? testApp().store : null, file);
    const { id } = await newOrder({}, { name: 'Clínica del Sauce', loginLogoId });
    const answer = await downloadPdf(id);
    expect(answer.statusCode).toBe(200);
    expect(await findDownloads(id)).toHaveLength(1);
    return readPdf(answer.rawPayload);
  }

  test.each(['png', 'jpeg', 'webp'] as const)(
    'E-10.64: is on the sheet if its type is %s',
    async (format) => {
      const { images } = await pdfWithLogo(await picture.clone().toFormat(format).toBuffer());
      expect(images).toBe(1);
    },
  );

  test('E-10.64: is replaced by the name if it is missing, truncated or invalid', async () => {
    const png = await picture.clone().png().toBuffer();
    const html = Buffer.from('<html><script>alert(1)</script>');
    for (const [bytes, stored] of [
      [png, false],
      [png.subarray(0, 60), true],
      [html, true],
      [Buffer.alloc(0), true],
    ] as const) {
      const { images, text } = await pdfWithLogo(bytes, stored);
      expect(images).toBe(0);
      // The name is in the header and among the facts.
      expect(text.split('Clínica del Sauce')).toHaveLength(3);
    }
  });
});

describe('the list of downloaded orders', () => {
  async function list(query: Record<string, string>) {
    const address = `/v1/exam-orders/downloads?${new URLSearchParams(query)}`;
    const { status, body } = await testApp().staff.get(address);
    expect(status, JSON.stringify(body)).toBe(200);
    return downloadPage.parse((body as { data: unknown }).data);
  }

  test('E-10.68: has a row for each download, newest first, page by page', async () => {
    const order = await newOrder({ exams: ['SEM'] });
    const idLaboratory = order.partnerId;
    const times = Array.from({ length: 7 }, (_, day) => new Date(Date.UTC(2025, 1, 10 + day, 18)));
    for (const at of [...times, times[6]]) {
      await addOrderDownload(db(), order.id, { at, staffId: testApp().staff.id });
    }
    const all = await list({ idLaboratory });
    expect(all.downloads[0]).toMatchObject({
      date: times[6]?.toISOString(),
      downloadedBy: 'Mariana Solórzano',
      idOrder: order.id,
      patient: { idUser: order.patientId, name: 'Íñigo Zúñiga Ñanduty' },
      partner: { idPartner: order.partnerId, name: 'Laboratorio Ñuble' },
      branch: { idBranch: order.branchId, name: 'Sucursal Ávila' },
      exams: ['Seminograma'],
    });
    expect([all.total, all.totalIsCapped, all.nextCursor]).toEqual([8, false, null]);
    expect(all.laboratory).toEqual({ idPartner: idLaboratory, name: 'Laboratorio Ñuble' });
    const paged: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: Awaited<ReturnType<typeof list>> = await list({
        idLaboratory,
        limit: '3',
        ...(cursor === '' ? {} : { cursor }),
      });
      expect(page.total).toBe(8);
      paged.push(...page.downloads.map(({ idDownload }) => idDownload));
      cursor = page.nextCursor;
    }
    expect(paged).toEqual(all.downloads.map(({ idDownload }) => idDownload));
  });

  test('E-10.69: includes the first and the last day completely, in the clinic’s zone', async () => {
    const { id, partnerId: idLaboratory } = await newOrder();
    for (const at of [
      '2025-03-10T05:59:59.999Z',
      '2025-03-10T06:00:00.000Z',
      '2025-03-12T05:59:59.999Z',
      '2025-03-12T06:00:00.000Z',
    ]) {
      await addOrderDownload(db(), id, { at: new Date(at) });
    }
    const days = async (query: Record<string, string>) =>
      (await list({ idLaboratory, ...query })).downloads.map(({ date }) => date.slice(8, 13));
    expect(await days({ from: '2025-03-10', to: '2025-03-11' })).toEqual(['12T05', '10T06']);
    expect(await days({ from: '2025-03-12' })).toEqual(['12T06']);
    expect(await days({ to: '2025-03-09' })).toEqual(['10T05']);
    expect((await list({ idLaboratory, from: '2025-03-10', to: '2025-03-11' })).total).toBe(2);
  });

  test('E-10.68: leaves out deleted orders, and has them again after a restore', async () => {
    const { id, partnerId: idLaboratory, patientId } = await newOrder();
    await addOrderDownload(db(), id);
    const total = async () => (await list({ idLaboratory })).total;
    expect(await total()).toBe(1);
    await db().update(examOrders).set({ deletedAt: new Date() }).where(eq(examOrders.id, id));
    expect(await total()).toBe(0);
    await db().update(examOrders).set({ deletedAt: null }).where(eq(examOrders.id, id));
    await db().update(patients).set({ deletedAt: new Date() }).where(eq(patients.id, patientId));
    expect(await total()).toBe(0);
    await db().update(patients).set({ deletedAt: null }).where(eq(patients.id, patientId));
    expect(await total()).toBe(1);
  });

  test('returns a 400 for invalid days, and for an end before the beginning', async () => {
    for (const query of [
      'from=2026-02-30',
      'from=ayer',
      'from=2026-03-02&to=2026-03-01',
      'to=0001-01-01',
      'from=+275760-09-13',
      'idLaboratory=a b',
    ]) {
      const { status } = await testApp().staff.get(`/v1/exam-orders/downloads?${query}`);
      expect(status, query).toBe(400);
    }
    const altered = await testApp().staff.get('/v1/exam-orders/downloads?cursor=abc.def');
    expect(altered.status).toBe(400);
  });

  test('is audited with its filter and count', async () => {
    const { partnerId: idLaboratory } = await newOrder();
    await list({ idLaboratory, from: '2026-01-01' });
    const rows = await db()
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.action, 'exam_order_downloads.listed'))
      .orderBy(auditEvents.id);
    expect(rows.at(-1)?.details).toEqual({
      filter: { from: '2026-01-01', idLaboratory, limit: 50, continued: false },
      count: 0,
    });
  });
});
