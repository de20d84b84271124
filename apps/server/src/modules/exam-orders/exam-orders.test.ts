import { errorBody } from '@simiente/contract/common/errors';
import { examOrder, type OrderBranch } from '@simiente/contract/exam-orders/calls';
import { eq, inArray, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { auditEvents } from '../../schema/audit.ts';
import { examOrders } from '../../schema/exam-orders.ts';
import { branches, partners } from '../../schema/partners.ts';
import { sharedApplication } from '../../testing/application.ts';
import { whileDeleted } from '../../testing/calls/while-deleted.ts';
import {
  addBranch,
  addExamOrder,
  addOrderDownload,
  addPartner,
  addPatient,
} from '../../testing/records.ts';

const testApp = sharedApplication();
const db = () => testApp().database.db;

async function newPlace(exams: string[] = ['SEM', 'HORMO', 'Espermiograma']) {
  const partnerId = await addPartner(db(), { name: 'Laboratorio Ñuble', type: 'Laboratorio' });
  const branchId = await addBranch(db(), partnerId, { name: 'Sucursal Ávila', exams });
  return { partnerId, branchId, patientId: await addPatient(db(), { name: 'Íñigo Zúñiga' }) };
}

async function create(payload: object, headers: Record<string, string> = {}) {
  const answer = await testApp().staff.request({
    method: 'POST',
    url: '/v1/exam-orders',
    payload,
    headers,
  });
  return { status: answer.statusCode, body: answer.json() };
}

async function listOrders(idUser: string) {
  const { status, body } = await testApp().staff.get(`/v1/exam-orders?idUser=${idUser}`);
  const { data } = body as { data?: { orders: unknown[] } };
  return { status, orders: (data?.orders ?? []).map((found) => examOrder.parse(found)) };
}

async function change(call: 'user/delete' | 'trash/restore', id: string) {
  const payload = call === 'user/delete' ? { idUsers: [id] } : { ids: [id] };
  const answer = await testApp().staff.request({ method: 'POST', url: `/v1/${call}`, payload });
  return answer.statusCode;
}

describe('a new exam order', () => {
  test("has a folio and its exams, and is in the patient's list immediately", async () => {
    const { partnerId, branchId, patientId } = await newPlace();
    const created = await create({
      idUser: patientId,
      idBranch: branchId,
      exams: ['HORMO', 'SEM', 'SEM', 'Espermiograma'],
    });
    expect(created.status).toBe(200);
    expect(created.body.data.order).toMatchObject({
      folio: expect.stringMatching(/^OE-\d{6}$/),
      idUser: patientId,
      partner: { idPartner: partnerId, name: 'Laboratorio Ñuble' },
      branch: { idBranch: branchId, name: 'Sucursal Ávila' },
      // The exams are in the order of the branch's list, without duplicates.
      exams: ['Seminograma', 'Perfil Hormonal', 'Espermiograma'],
      createdBy: 'Mariana Solórzano',
      downloads: 0,
    });
    expect((await listOrders(patientId)).orders).toEqual([created.body.data.order]);
    const acts = await db()
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.subjectId, created.body.data.order.idOrder));
    expect(acts).toMatchObject([
      { action: 'exam_order.created', patientId, details: { branch: branchId, exams: 3 } },
    ]);
  });

  test('E-10.62: accepts an exam by its code or its name, whichever the branch has', async () => {
    const { branchId, patientId } = await newPlace(['SEM', 'Perfil Hormonal']);
    const { body } = await create({
      idUser: patientId,
      idBranch: branchId,
      exams: ['Seminograma', 'HORMO'],
    });
    expect(body.data.order.exams).toEqual(['Seminograma', 'Perfil Hormonal']);
    const [row] = await db()
      .select()
      .from(examOrders)
      .where(eq(examOrders.id, body.data.order.idOrder));
    expect(row?.exams).toEqual(['SEM', 'Perfil Hormonal']);
  });

  test('E-10.62: returns a 422 for an exam that the branch does not offer, names it, and creates nothing', async () => {
    const { branchId, patientId } = await newPlace(['SEM']);
    for (const exams of [['SEM', 'RC'], ['constructor'], [' ']]) {
      const { status, body } = await create({ idUser: patientId, idBranch: branchId, exams });
      expect(status).toBe(422);
      expect(body).toMatchObject({ code: 'EXAM_NOT_OFFERED', issues: [{ path: 'exams' }] });
    }
    const { body } = await create({ idUser: patientId, idBranch: branchId, exams: ['SEM', 'RC'] });
    expect(body.details).toEqual({ exams: ['ERM de Cráneo'] });
    expect((await listOrders(patientId)).orders).toEqual([]);
  });

  test('E-10.62: returns a 404 for an unknown or deleted patient or branch, and names which', async () => {
    const { branchId, patientId } = await newPlace();
    const deletedBranch = await newPlace();
    await db()
      .update(branches)
      .set({ deletedAt: sql`now()` })
      .where(eq(branches.id, deletedBranch.branchId));
    const left = await newPlace();
    await db()
      .update(partners)
      .set({ deletedAt: sql`now()` })
      .where(eq(partners.id, left.partnerId));
    const exams = ['SEM'];
    expect((await create({ idUser: 'usr_nadie', idBranch: branchId, exams })).status).toBe(404);
    const trashed = await addPatient(db(), { deletedAt: new Date() });
    expect((await create({ idUser: trashed, idBranch: branchId, exams })).status).toBe(404);
    for (const idBranch of ['brn_nada', deletedBranch.branchId, left.branchId]) {
      const { status, body } = await create({ idUser: patientId, idBranch, exams });
      expect([status, body.issues]).toEqual([
        404,
        [{ path: 'idBranch', message: 'Esta sucursal ya no existe' }],
      ]);
    }
    expect((await listOrders(patientId)).orders).toEqual([]);
  });

  test('returns a 400 if it has no exams, or too many', async () => {
    const { branchId, patientId } = await newPlace();
    for (const exams of [[], Array(101).fill('SEM'), ['a\u0000'], ['x'.repeat(501)], 'SEM']) {
      expect((await create({ idUser: patientId, idBranch: branchId, exams })).status).toBe(400);
    }
  });

  test('E-10.63: is created once when it is sent twice under one key', async () => {
    const { branchId, patientId } = await newPlace();
    const order = { idUser: patientId, idBranch: branchId, exams: ['SEM'] };
    const key = { 'idempotency-key': crypto.randomUUID() };
    const [first, second] = await Promise.all([create(order, key), create(order, key)]);
    expect(first.body.data.order).toEqual(second.body.data.order);
    expect((await listOrders(patientId)).orders).toHaveLength(1);
    const other = await create({ ...order, exams: ['HORMO'] }, key);
    expect(other.body).toEqual(errorBody('IDEMPOTENCY_KEY_REUSED'));
  });

  test('E-10.63: gets a distinct folio from each of twenty simultaneous requests', async () => {
    const { branchId, patientId } = await newPlace();
    const order = { idUser: patientId, idBranch: branchId, exams: ['SEM'] };
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(order)));
    expect(new Set(answers.map(({ body }) => body.data.order.folio)).size).toBe(20);
    expect((await listOrders(patientId)).orders).toHaveLength(20);
  });

  test('returns a 404 for a patient who is being deleted', async () => {
    const { branchId, patientId } = await newPlace();
    const { status } = await whileDeleted(db(), patientId, () =>
      create({ idUser: patientId, idBranch: branchId, exams: ['SEM'] }),
    );
    expect(status).toBe(404);
    const rows = await db().select().from(examOrders).where(eq(examOrders.patientId, patientId));
    expect(rows).toEqual([]);
  });
});

describe('the exam orders of a patient', () => {
  test('E-10.67: are newest first, with the number and time of downloads', async () => {
    const { partnerId, branchId, patientId } = await newPlace();
    const owners = { partnerId, branchId, patientId };
    const old = await addExamOrder(db(), owners, { createdAt: new Date('2026-03-01T12:00:00Z') });
    const recent = await addExamOrder(db(), owners, {
      createdAt: new Date('2026-05-01T12:00:00Z'),
    });
    await addOrderDownload(db(), old, { at: new Date('2026-03-02T12:00:00Z') });
    await addOrderDownload(db(), old, { at: new Date('2026-03-09T12:00:00Z') });
    expect((await listOrders(patientId)).orders).toMatchObject([
      { idOrder: recent, downloads: 0, createdBy: null },
      { idOrder: old, downloads: 2 },
    ]);
  });

  test('return a 404 for an unknown or deleted patient', async () => {
    const trashed = await addPatient(db(), { deletedAt: new Date() });
    for (const id of ['usr_nadie', trashed]) expect((await listOrders(id)).status).toBe(404);
  });

  test('E-10.67: can be deleted individually, audited under the patient, and restored', async () => {
    const { partnerId, branchId, patientId } = await newPlace();
    const id = await addExamOrder(db(), { partnerId, branchId, patientId });
    expect(await change('user/delete', id)).toBe(200);
    expect((await listOrders(patientId)).orders).toEqual([]);
    expect(await change('user/delete', id)).toBe(404);
    expect(await change('trash/restore', id)).toBe(200);
    expect((await listOrders(patientId)).orders).toMatchObject([{ idOrder: id }]);
    const acts = await db().select().from(auditEvents).where(eq(auditEvents.subjectId, id));
    expect(acts.map(({ action, patientId: whom }) => [action, whom])).toEqual([
      ['record.deleted', patientId],
      ['record.restored', patientId],
    ]);
  });

  test('stay when their branch is deleted, and still name it', async () => {
    const { partnerId, branchId, patientId } = await newPlace();
    await addExamOrder(db(), { partnerId, branchId, patientId });
    expect(await change('user/delete', partnerId)).toBe(200);
    expect((await listOrders(patientId)).orders).toMatchObject([
      { branch: { name: 'Sucursal Ávila' }, partner: { name: 'Laboratorio Ñuble' } },
    ]);
  });
});

describe('the branches to choose for an order', () => {
  async function search(term: string | undefined, limit = 20) {
    const query = new URLSearchParams({ limit: String(limit) });
    if (term !== undefined) query.set('search', term);
    const { body } = await testApp().staff.get(`/v1/exam-orders/branches?${query}`);
    return (body as { data: { branches: OrderBranch[]; more: boolean } }).data;
  }

  test('E-10.61: are found by words of branch, address, state, phone and partner, in any combination', async () => {
    const partnerId = await addPartner(db(), { name: 'Diagnóstico Tlaloque' });
    const idBranch = await addBranch(db(), partnerId, {
      name: 'Sucursal Xoconostle',
      state: 'Querétaro',
      phone: '+52 442 987 1203',
      address: { city: 'Jalpan', street: 'Niños Héroes 7', neighborhood: 'Col. Ávila' },
      exams: ['SEM', 'Seminograma', ' ', 'Estudio antiguo'],
    });
    for (const term of [
      'XOCONOSTLE',
      'ninos heroes',
      'queretaro tlaloque',
      'diagnostico xocon',
      '442 987',
      '  tlaloque   jalpan ',
    ]) {
      const found = await search(term);
      expect(
        found.branches.map((branch) => branch.idBranch),
        term,
      ).toEqual([idBranch]);
    }
    const { branches: found } = await search('xoconostle');
    expect(found).toEqual([
      {
        idBranch,
        name: 'Sucursal Xoconostle',
        partner: { idPartner: partnerId, name: 'Diagnóstico Tlaloque' },
        state: 'Querétaro',
        address: 'Niños Héroes 7, Col. Ávila, Jalpan',
        timeZone: 'America/Mexico_City',
        exams: [
          { exam: 'SEM', name: 'Seminograma' },
          { exam: 'Estudio antiguo', name: 'Estudio antiguo' },
        ],
      },
    ]);
    for (const term of ['xoconostle sonora', '%', '_____', "' or 1=1"]) {
      expect((await search(term)).branches, term).toEqual([]);
    }
  });

  test('are listed in small pages, by partner and name, and marked if there are more', async () => {
    const second = await addPartner(db(), { name: 'Zafiro Dos' });
    const first = await addPartner(db(), { name: 'Zafiro Ábaco' });
    await addBranch(db(), second, { name: 'Norte' });
    await addBranch(db(), first, { name: 'Sur' });
    await addBranch(db(), first, { name: 'Élite' });
    const firstBranches = await search('zafiro', 2);
    expect([firstBranches.branches.map(({ name }) => name), firstBranches.more]).toEqual([
      ['Élite', 'Sur'],
      true,
    ]);
    const all = await search('zafiro', 3);
    expect([all.branches.map(({ name }) => name), all.more]).toEqual([
      ['Élite', 'Sur', 'Norte'],
      false,
    ]);
  });

  test('leave out branches of deleted partners', async () => {
    const { partnerId } = await newPlace();
    const deleted = await addBranch(db(), partnerId, { name: 'Cuarzo', deletedAt: new Date() });
    const trashed = await addPartner(db(), { name: 'Cuarzo', deletedAt: new Date() });
    await addBranch(db(), trashed);
    expect((await search('cuarzo')).branches).toEqual([]);
    await db()
      .update(branches)
      .set({ deletedAt: null })
      .where(inArray(branches.id, [deleted]));
    expect((await search('cuarzo')).branches).toMatchObject([{ idBranch: deleted }]);
  });
});
