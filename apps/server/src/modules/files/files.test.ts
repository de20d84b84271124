import { errorBody } from '@simiente/contract/common/errors';
import { and, eq } from 'drizzle-orm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { auditEvents } from '../../schema/audit.ts';
import { files } from '../../schema/files.ts';
import { sharedApplication } from '../../testing/application.ts';
import { addExam, addFile, addPatient } from '../../testing/records.ts';
import { fileHeaders } from './file-headers.ts';

const testApp = sharedApplication();
const BYTES = Buffer.from('%PDF-1.7\n%âãÏÓ\nuno dos tres', 'latin1');

async function examFile(row: Parameters<typeof addFile>[2] = {}) {
  const { database, store } = testApp();
  const patientId = await addPatient(database.db);
  const fileId = await addFile(database.db, store, { bytes: BYTES, ...row });
  const examId = await addExam(database.db, patientId, { fileId });
  return { patientId, fileId, examId };
}

const read = (id: string) => testApp().staff.request({ url: `/v1/files/${id}` });

async function readings(fileId: string) {
  return testApp()
    .database.db.select()
    .from(auditEvents)
    .where(and(eq(auditEvents.action, 'file.read'), eq(auditEvents.subjectId, fileId)));
}

describe('a stored file', () => {
  test.each([
    ['application/pdf', 'pdf'],
    ['image/png', 'png'],
    ['image/jpeg', 'jpg'],
    ['image/webp', 'webp'],
  ])(
    'is shown by the browser, byte for byte, if its type is %s, under a name of that type',
    async (mediaType, ending) => {
      const { fileId } = await examFile({ mediaType, name: 'Estudio.html' });
      const answer = await read(fileId);
      expect(answer.statusCode).toBe(200);
      expect(answer.rawPayload).toEqual(BYTES);
      expect(answer.headers).toMatchObject({
        'content-type': mediaType,
        'content-length': String(BYTES.length),
        'content-disposition': `inline; filename="Estudio.html.${ending}"; filename*=UTF-8''Estudio.html.${ending}`,
      });
    },
  );

  test.each([
    'text/html',
    'application/xhtml+xml',
    'image/svg+xml',
    'text/javascript',
    'application/xml',
    'text/plain',
    'image/gif',
    'IMAGE/PNG',
    'application/pdf; x=<script>',
    '',
  ])('T-D3: is downloaded as plain bytes if its type is %j', async (mediaType) => {
    const { fileId } = await examFile({ mediaType, name: 'a.svg' });
    const answer = await read(fileId);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('application/octet-stream');
    expect(answer.headers['content-disposition']).toMatch(/^attachment; /);
    expect(answer.rawPayload).toEqual(BYTES);
  });

  test('T-F6: is not sniffed, runs no scripts, and is not cached', async () => {
    const { fileId } = await examFile();
    const { headers } = await read(fileId);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
    });
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'/);
    expect(headers['content-security-policy']).not.toMatch(/script-src/);
  });

  test('T-D7, T-F1: leaves one audit row per read', async () => {
    const { fileId, patientId } = await examFile();
    await read(fileId);
    expect(await readings(fileId)).toMatchObject([
      { actorKind: 'staff', actorId: testApp().staff.id, subjectKind: 'file', patientId },
    ]);
    await read(fileId);
    expect(await readings(fileId)).toHaveLength(2);
  });

  test('is served even if it is empty', async () => {
    const { fileId } = await examFile({ bytes: new Uint8Array() });
    const answer = await read(fileId);
    expect([answer.statusCode, answer.body]).toEqual([200, '']);
  });
});

describe('T-D7: a file that the account may not read returns a 404', () => {
  test('T-B4: a file of a deleted exam or patient', async () => {
    const { database, staff } = testApp();
    const { fileId, patientId } = await examFile();
    await staff.request({
      method: 'POST',
      url: '/v1/user/delete',
      payload: { idUsers: [patientId] },
    });
    expect((await read(fileId)).json()).toEqual(errorBody('NOT_FOUND'));
    await staff.request({
      method: 'POST',
      url: '/v1/trash/restore',
      payload: { ids: [patientId] },
    });
    expect((await read(fileId)).statusCode).toBe(200);

    const deletedExamFile = await addFile(database.db, testApp().store);
    await addExam(database.db, patientId, { fileId: deletedExamFile, deletedAt: new Date() });
    expect((await read(deletedExamFile)).statusCode).toBe(404);
    expect(await readings(deletedExamFile)).toEqual([]);
  });

  test('a file without a record', async () => {
    const { database, store } = testApp();
    expect((await read(await addFile(database.db, store))).statusCode).toBe(404);
  });

  test.each([
    'nada',
    '..',
    '..%2F..%2Fetc%2Fpasswd',
    '%2e%2e%2f',
    '..%5c..%5cx',
    '%00',
    'tests%2Ffile_1',
    "x'%20or%20true",
    '%C3%B1',
    'x'.repeat(99),
  ])('the id %s', async (id) => {
    const answer = await read(id);
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({ status: 404 });
  });
});

describe('a file with missing bytes', () => {
  test('returns a 503 with Retry-After, without any file data', async () => {
    const { database } = testApp();
    const patientId = await addPatient(database.db);
    const fileId = await addFile(database.db, null, { name: 'Perdido.pdf' });
    await addExam(database.db, patientId, { fileId });
    const answer = await read(fileId);
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toEqual(errorBody('UNAVAILABLE'));
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
    expect(answer.headers).not.toHaveProperty('content-disposition');
    expect(answer.body).not.toMatch(/Perdido|tests\/|ENOENT/);
    expect((await testApp().staff.get('/health/ready')).status).toBe(200);
  });
});

describe('T-D4: the name of a file', () => {
  test.each([
    ['a "b".pdf', `filename="a _b_.pdf"; filename*=UTF-8''a%20%22b%22.pdf`],
    [
      'a\r\nSet-Cookie: x=1.pdf',
      `filename="aSet-Cookie: x=1.pdf"; filename*=UTF-8''aSet-Cookie%3A%20x%3D1.pdf`,
    ],
    ['../../etc/passwd', `filename="....etcpasswd.pdf"; filename*=UTF-8''....etcpasswd.pdf`],
    ['a\\b/c\u0000d\u007f.pdf', `filename="abcd.pdf"; filename*=UTF-8''abcd.pdf`],
    ['Niño (1).pdf', `filename="Nino (1).pdf"; filename*=UTF-8''Ni%C3%B1o%20%281%29.pdf`],
    ["it's;100%.pdf", `filename="it's_100_.pdf"; filename*=UTF-8''it%27s%3B100%25.pdf`],
    [
      '精液检查.pdf',
      `filename="archivo.pdf"; filename*=UTF-8''%E7%B2%BE%E6%B6%B2%E6%A3%80%E6%9F%A5.pdf`,
    ],
    ['精液', `filename="archivo.pdf"; filename*=UTF-8''%E7%B2%BE%E6%B6%B2.pdf`],
    ['\r\n', `filename="archivo.pdf"; filename*=UTF-8''archivo.pdf`],
    ['', `filename="archivo.pdf"; filename*=UTF-8''archivo.pdf`],
  ])('%j is made harmless in the header', async (name, expected) => {
    // PostgreSQL cannot store NUL, so this name has none in the database.
    const { fileId } = await examFile({ name: name.replaceAll('\u0000', '') });
    expect((await read(fileId)).headers['content-disposition']).toBe(`inline; ${expected}`);
    expect(
      fileHeaders({ name, mediaType: 'application/pdf', size: 1, capability: 'exams.open' })[
        'content-disposition'
      ],
    ).toBe(`inline; ${expected}`);
  });

  test.each(['a'.repeat(300), 'ñ'.repeat(300), `a${'😀'.repeat(300)}`, '😀'.repeat(300)])(
    'is cut between characters if it is too long',
    async (name) => {
      const { fileId } = await examFile({ name });
      const answer = await read(fileId);
      expect(answer.statusCode).toBe(200);
      const [, encoded = ''] = String(answer.headers['content-disposition']).split("UTF-8''");
      expect([...decodeURIComponent(encoded)]).toEqual([...[...name].slice(0, 150), ...'.pdf']);
    },
  );

  test('makes one header that no name can break out of', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.nat({ max: 0xffff }).map((code) => String.fromCharCode(code)),
          maxLength: 320,
        }),
        (name) => {
          const header = fileHeaders({ name, mediaType: 'image/png', size: 1, capability: null })[
            'content-disposition'
          ];
          expect(header).toMatch(/^inline; filename="[ -~]+"; filename\*=UTF-8''[\w.~!%-]+$/);
          expect(header.split('"')).toHaveLength(3);
        },
      ),
      { numRuns: 1000 },
    );
  });
});

test('T-D7: a file is found only by its id, never by its key', async () => {
  const { fileId } = await examFile();
  const [row] = await testApp().database.db.select().from(files).where(eq(files.id, fileId));
  expect((await read(encodeURIComponent(row?.storageKey ?? ''))).statusCode).toBe(404);
});
