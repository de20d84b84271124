import { appendFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { importLegacyExport } from './import-export.ts';
import type { ImportProgress } from './load-export.ts';
import { memorySource } from './reading/source.ts';
import { exportFile, LEGACY_EXPORT, operator, smallExport, snapshot } from './testing/exports.ts';

/** A database with an export, which a failed import could damage. */
async function filledDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  const source = await exportFile(smallExport());
  await importLegacyExport({ source, db: database.db, act: operator });
  return database;
}

test('a truncated file changes nothing, and the error names its last position', async () => {
  const { db } = await filledDatabase();
  const before = await snapshot(db);
  const whole = await readFile(LEGACY_EXPORT, 'utf8');
  for (const share of [0.001, 0.2, 0.5, 0.9, 0.9999]) {
    const text = whole.slice(0, Math.floor(whole.length * share));
    const lines = text.split('\n');
    const source = await exportFile(text);
    await expect(importLegacyExport({ source, db, act: operator })).rejects.toMatchObject({
      name: 'BrokenExport',
      message: expect.stringMatching(
        new RegExp(`^El archivo está dañado: .* \\(línea ${lines.length}, columna \\d+.*\\)`),
      ),
    });
  }
  expect(await snapshot(db)).toEqual(before);
});

test('a file with an error in its last record changes nothing, and the error names the record', async () => {
  const { db } = await filledDatabase();
  const before = await snapshot(db);
  const text = JSON.stringify(
    { ...smallExport(), users: [{ idUser: 'usr_9', name: 'Nuevo' }] },
    null,
    2,
  );
  const at = text.lastIndexOf('"createDate"');
  const source = await exportFile(`${text.slice(0, at)}createDate${text.slice(at + 12)}`);
  const line = text.slice(0, at).split('\n').length;
  await expect(importLegacyExport({ source, db, act: operator })).rejects.toThrow(
    `no es JSON válido (línea ${line}, columna 7, en prospects[0]). No se importó nada.`,
  );
  expect(await snapshot(db)).toEqual(before);
});

test.each([
  ['a text', 'hola'],
  ['an empty file', ''],
  ['a list', '[]'],
  ['a JSON of something else', '{"pacientes": []}'],
  ['lists that are none', '{"users": "todos"}'],
])('a file that is not an export is rejected: %s', async (_, text) => {
  const { db } = await createTestDatabase();
  const before = await snapshot(db);
  const source = await exportFile(text);
  await expect(importLegacyExport({ source, db, act: operator })).rejects.toThrow(
    /No se importó nada\.$/,
  );
  expect(await snapshot(db)).toEqual(before);
});

test('a file that is not UTF-8 is rejected, and a byte order mark is accepted', async () => {
  const { db } = await createTestDatabase();
  const latin = Buffer.from('{"users":[{"idUser":"u","name":"Iñigo"}]}', 'latin1');
  const source = await exportFile(latin);
  await expect(importLegacyExport({ source, db, act: operator })).rejects.toThrow('no es UTF-8');
  const marked = await exportFile('\ufeff{"users":[{"idUser":"u","name":"Iñigo"}]}');
  const { tallies } = await importLegacyExport({ source: marked, db, act: operator });
  expect(tallies.patient).toMatchObject({ created: 1 });
});

test('a missing file is rejected with its name', async () => {
  const { db } = await createTestDatabase();
  const missing = importLegacyExport({ source: '/no/existe.json', db, act: operator });
  await expect(missing).rejects.toThrow('No existe el archivo /no/existe.json.');
  const folder = importLegacyExport({ source: '/', db, act: operator });
  await expect(folder).rejects.toThrow('/ no es un archivo.');
});

test('a failure while writing rolls everything back', async () => {
  const { db } = await filledDatabase();
  const before = await snapshot(db);
  const source = memorySource({ ...smallExport(), users: [{ idUser: 'usr_9', name: 'Nuevo' }] });
  const failing = importLegacyExport({
    source,
    db,
    act: operator,
    onProgress: ({ phase, records }) => {
      if (phase === 'write' && records > 3) throw new Error('the power went');
    },
  });
  await expect(failing).rejects.toThrow('the power went');
  expect(await snapshot(db)).toEqual(before);
});

test('a file that changes during the import is rejected', async () => {
  const { db } = await createTestDatabase();
  const before = await snapshot(db);
  const file = await exportFile(smallExport());
  const importing = importLegacyExport({
    source: file,
    db,
    act: operator,
    onProgress: ({ phase }) => {
      if (phase === 'check') appendFileSync(file, ' ');
    },
  });
  await expect(importing).rejects.toThrow('El archivo cambió mientras se leía.');
  expect(await snapshot(db)).toEqual(before);
});

test('the second of two simultaneous imports is rejected', async () => {
  const { db } = await createTestDatabase();
  const file = await exportFile(smallExport());
  const source = memorySource(smallExport());
  const nested = {
    ...source,
    // Called within the transaction of the first import.
    assertUnchanged: async () => {
      await expect(importLegacyExport({ source: file, db, act: operator })).rejects.toThrow(
        'Ya hay otra importación en curso.',
      );
    },
  };
  await importLegacyExport({ source: nested, db, act: operator });
  const again = await importLegacyExport({ source: file, db, act: operator });
  expect(again.tallies.patient).toMatchObject({ unchanged: 2 });
});

test('an appointment whose write deadlocked is written again, and counted once', async () => {
  const { db } = await createTestDatabase();
  let writings = 0;
  const report = await importLegacyExport({
    source: memorySource(smallExport()),
    db,
    act: operator,
    onProgress: ({ phase, records }) => {
      if (phase !== 'write' || records < 6) return;
      writings += 1;
      if (writings === 1) throw Object.assign(new Error('deadlock detected'), { code: '40P01' });
    },
  });
  expect(writings).toBe(2);
  expect(report.tallies.patient).toMatchObject({ read: 2, created: 2, unchanged: 0 });
  expect(report.tallies.exam).toMatchObject({ read: 1, created: 1 });
});

test('progress goes from zero to the whole file in the check, and again in the write', async () => {
  const { db } = await createTestDatabase();
  const file = await exportFile(smallExport());
  const reported: ImportProgress[] = [];
  const onProgress = (progress: ImportProgress) => reported.push(progress);
  await importLegacyExport({ source: file, db, act: operator, onProgress });
  const totalBytes = reported[0]?.totalBytes;
  expect(totalBytes).toBeGreaterThan(0);
  const last = (phase: ImportProgress['phase']) =>
    reported.findLast((progress) => progress.phase === phase);
  expect(last('check')).toEqual({ phase: 'check', records: 6, bytes: totalBytes, totalBytes });
  expect(last('write')).toEqual({ phase: 'write', records: 6, bytes: totalBytes, totalBytes });
  const written = reported.filter(({ phase }) => phase === 'write').map(({ bytes }) => bytes);
  expect(written).toEqual(written.toSorted((first, second) => first - second));
});
