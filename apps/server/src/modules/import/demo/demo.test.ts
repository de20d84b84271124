import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { count, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { loadDemo } from '../../../commands/serve/migrate.ts';
import { openDatabase } from '../../../platform/database/database.ts';
import { openLocalFileStore } from '../../../platform/storage/storage.ts';
import { doctorAppointments } from '../../../schema/appointments.ts';
import { auditEvents } from '../../../schema/audit.ts';
import { examOrderDownloads, examOrders } from '../../../schema/exam-orders.ts';
import { exams } from '../../../schema/exams.ts';
import { files } from '../../../schema/files.ts';
import { recordIds } from '../../../schema/operation/installation.ts';
import { branches, partners } from '../../../schema/partners.ts';
import { patients } from '../../../schema/patients.ts';
import { prospects } from '../../../schema/prospects.ts';
import { resultSets } from '../../../schema/results.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { importLegacyExport } from '../import-export.ts';
import { exportFile, operator, smallExport, snapshot } from '../testing/exports.ts';
import { hasDemoData } from './demo-mark.ts';

const now = new Date('2026-11-16T15:00:00Z');

async function emptyInstallation() {
  const database = await createTestDatabase();
  const folder = await mkdtemp(path.join(tmpdir(), 'simiente-demo-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const store = openLocalFileStore(folder);
  const storedFiles = async () =>
    (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) =>
      entry.isFile(),
    ).length;
  return { ...database, store, storedFiles };
}

async function demoInstallation() {
  const installation = await emptyInstallation();
  await loadDemo({ ...installation, patients: 6, now });
  return installation;
}

/** The database under the role that owns the tables, which replacing demo data requires. */
function openAsOwner({ owner }: TestDatabase) {
  const handle = openDatabase(owner, pino({ level: 'silent' }));
  onTestFinished(() => handle.close());
  return handle.db;
}

test('E-10.71: demo data fill an empty database, with a file for every exam and a logo for every partner', async () => {
  const { db, store, storedFiles } = await emptyInstallation();
  expect(await hasDemoData(db)).toBe(false);
  expect(await loadDemo({ db, store, patients: 6, now })).toBe(6);
  expect(await hasDemoData(db)).toBe(true);
  expect(await db.select({ rows: count() }).from(patients)).toEqual([{ rows: 6 }]);
  const linked = await db.select().from(exams).innerJoin(files, eq(files.id, exams.fileId));
  expect(linked.length).toBeGreaterThan(0);
  const visits = await db.select().from(doctorAppointments);
  expect(visits.some(({ attendance }) => attendance.at(-1)?.step === 'attended')).toBe(true);
  const sets = await db.select().from(resultSets);
  expect(sets.length).toBeGreaterThan(0);
  // An exam with only results has no file.
  expect(linked).toHaveLength((await db.select().from(exams)).length - sets.length);
  const logos = await db
    .select()
    .from(partners)
    .innerJoin(files, eq(files.id, partners.loginLogoId));
  expect(logos).toHaveLength((await db.select().from(partners)).length);
  expect(await storedFiles()).toBe(linked.length + logos.length);
  for (const { partners: partner } of logos) {
    expect(partner.website).toBe(`https://${partner.id}.example.com`);
    expect(partner.exams.length).toBeGreaterThan(0);
  }
  for (const { exams: exam, files: file } of linked) {
    expect(exam.externalUrl).toBeNull();
    expect(exam.laboratoryId).not.toBeNull();
    const bytes = await text(await store.read(file.storageKey));
    if (file.mediaType === 'application/pdf') expect(bytes.startsWith('%PDF-')).toBe(true);
  }
  expect((await db.select().from(partners)).length).toBeGreaterThan(0);
  expect((await db.select().from(prospects)).length).toBeGreaterThan(0);
  const orders = await db.select().from(examOrders).orderBy(examOrders.folio);
  expect(orders.length).toBeGreaterThan(0);
  expect(orders).toEqual(orders.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime()));
  const offered = await db
    .select({ exams: examOrders.exams, offered: branches.exams })
    .from(examOrders)
    .innerJoin(branches, eq(branches.id, examOrders.branchId));
  expect(offered).toHaveLength(orders.length);
  for (const order of offered) expect(order.offered).toEqual(expect.arrayContaining(order.exams));
  const states = new Set(orders.map(({ statusGroup }) => statusGroup));
  expect(states).toContain('validado');
  expect(states.has('pedido') || states.has('descargado')).toBe(true);
  const downloads = await db.select().from(examOrderDownloads);
  expect(downloads.length).toBeGreaterThan(0);
  for (const { at } of downloads) expect(at.getTime()).toBeLessThanOrEqual(now.getTime());
  expect(await db.select().from(auditEvents)).toMatchObject([
    { actorKind: 'system', action: 'data.imported' },
  ]);
});

test('demo data are not loaded into a database that has a record', async () => {
  const { db, store, storedFiles } = await emptyInstallation();
  await db.insert(patients).values({ id: 'p', name: 'Ana' });
  const before = await snapshot(db);
  expect(await loadDemo({ db, store, patients: 6, now })).toBe(0);
  expect(await snapshot(db)).toEqual(before);
  expect(await storedFiles()).toBe(0);
});

test('two simultaneous processes fill a database with demo data once', async () => {
  const { db, store, storedFiles } = await emptyInstallation();
  const loads = await Promise.all([
    loadDemo({ db, store, patients: 3, now }),
    loadDemo({ db, store, patients: 3, now }),
  ]);
  expect(loads.sort()).toEqual([0, 3]);
  expect(await db.select({ rows: count() }).from(patients)).toEqual([{ rows: 3 }]);
  expect(await storedFiles()).toBe((await db.select().from(files)).length);
});

test('an import into demo data is rejected, and changes nothing', async () => {
  const { db } = await demoInstallation();
  const before = await snapshot(db);
  const source = await exportFile(smallExport());
  await expect(importLegacyExport({ source, db, act: operator })).rejects.toThrow('--replace-demo');
  expect(await snapshot(db)).toEqual(before);
});

test('replacing the demo removes all its data, with their ids and files', async () => {
  const installation = await demoInstallation();
  const { store, storedFiles } = installation;
  const db = openAsOwner(installation);
  const demo = (await db.select().from(recordIds)).length;
  await db
    .update(patients)
    .set({ name: 'Cambiado', version: sql`version + 1` })
    .where(eq(patients.id, sql`(select min(id) from patients)`));
  const source = await exportFile(smallExport());
  const report = await importLegacyExport({ source, db, act: operator, replaceDemo: { store } });
  expect(report.removedDemo).toEqual({ records: demo, edited: 1, filesLeft: 0 });
  expect(report.tallies.patient).toMatchObject({ read: 2, created: 2 });
  expect(await hasDemoData(db)).toBe(false);
  expect((await db.select().from(patients)).map(({ id }) => id).sort()).toEqual(['usr_1', 'usr_2']);
  expect(await db.select().from(recordIds)).toHaveLength(9);
  expect(await db.select().from(exams).where(isNotNull(exams.fileId))).toEqual([]);
  expect(await db.select().from(files)).toEqual([]);
  expect(await storedFiles()).toBe(0);

  const again = await importLegacyExport({ source, db, act: operator, replaceDemo: { store } });
  expect(again.removedDemo).toBeNull();
  expect(again.tallies.patient).toMatchObject({ unchanged: 2 });
});

test('replacing the demo is rejected because of records that staff created, until they are deleted', async () => {
  const installation = await demoInstallation();
  const { store, storedFiles } = installation;
  const db = openAsOwner(installation);
  await db.insert(prospects).values({ id: 'real', name: 'Alguien de verdad' });
  const before = await snapshot(db);
  const stored = await storedFiles();
  const source = await exportFile(smallExport());
  const replacing = () => importLegacyExport({ source, db, act: operator, replaceDemo: { store } });
  await expect(replacing()).rejects.toThrow('entre los datos de demostración: 1. ');
  expect(await snapshot(db)).toEqual(before);
  expect(await storedFiles()).toBe(stored);
  await db.update(prospects).set({ deletedAt: now }).where(isNull(prospects.importedVersion));
  expect((await replacing()).tallies.patient).toMatchObject({ created: 2 });
});

test('E-10.71: an order that staff created prevents the replacement too, and a download by staff does not', async () => {
  const installation = await demoInstallation();
  const db = openAsOwner(installation);
  const [order] = await db.select().from(examOrders).limit(1);
  if (!order) throw new Error('The demo data has no order');
  await db.insert(examOrderDownloads).values({ orderId: order.id, staffId: 'alguien' });
  const { patientId, branchId, partnerId, exams: ordered } = order;
  await db
    .insert(examOrders)
    .values({ id: 'real', patientId, branchId, partnerId, exams: ordered, createdBy: 'alguien' });
  const source = await exportFile(smallExport());
  const { store } = installation;
  const replacing = () => importLegacyExport({ source, db, act: operator, replaceDemo: { store } });
  await expect(replacing()).rejects.toThrow('entre los datos de demostración: 1. ');
  await db.update(examOrders).set({ deletedAt: now }).where(eq(examOrders.id, 'real'));
  expect((await replacing()).tallies.patient).toMatchObject({ created: 2 });
  expect(await db.select().from(examOrderDownloads)).toEqual([]);
});

test('a broken file leaves the demo data unchanged', async () => {
  const installation = await demoInstallation();
  const { store, storedFiles } = installation;
  const db = openAsOwner(installation);
  const before = await snapshot(db);
  const stored = await storedFiles();
  const source = await exportFile('{"users":[');
  const replacing = importLegacyExport({ source, db, act: operator, replaceDemo: { store } });
  await expect(replacing).rejects.toMatchObject({ name: 'BrokenExport' });
  expect(await snapshot(db)).toEqual(before);
  expect(await storedFiles()).toBe(stored);
});

test('replacing the demo needs the role that owns the tables', async () => {
  const { db, store } = await demoInstallation();
  const before = await snapshot(db);
  const source = await exportFile(smallExport());
  await expect(
    importLegacyExport({ source, db, act: operator, replaceDemo: { store } }),
  ).rejects.toThrow('DATABASE_OWNER_URL');
  expect(await snapshot(db)).toEqual(before);
});
