import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { SYSTEM_ACT } from '../../../platform/act.ts';
import { auditEvents } from '../../../schema/audit.ts';
import { exams } from '../../../schema/exams.ts';
import { files } from '../../../schema/files.ts';
import { inboxMessages } from '../../../schema/operation/inbox.ts';
import { resultSets } from '../../../schema/results.ts';
import { sharedApplication, startApplication } from '../../../testing/application.ts';
import { encryptedPdf, makePdf } from '../../../testing/files/uploads.ts';
import { addPartner, addPatient } from '../../../testing/records.ts';
import {
  laboratorySender,
  makeMessage,
  parseAcknowledgment,
} from '../../../testing/results/laboratory-messages.ts';
import { MESSAGES_PATH, makeToken } from './message-route.ts';

const testApp = sharedApplication({ clinicTimeZone: 'America/Mexico_City' });
const { db, post, findOnlySet, listWaiting, laboratory } = laboratorySender(testApp);

const EARLIER_DOCUMENTS = new URL(
  '../../../../migrations/0108_earlier_documents.sql',
  import.meta.url,
);

const documentIn = (bytes: Buffer, { type = 'ED', encoding = 'Base64', name = 'Informe' } = {}) => {
  const data = bytes.toString(encoding.toLowerCase() === 'hex' ? 'hex' : 'base64');
  return `OBX|9|${type}|PDF^${name}||LIS^application^pdf^${encoding}^${data}||||||F`;
};
const fsh = (value = '5.1') => `OBX|1|NM|15067-2^FSH^LN||${value}|mUI/mL|||||F`;
const message = (patient: string, filler: string, ...rest: readonly string[]) =>
  makeMessage({ patient, study: '^Hormonal', filler, rest: [...rest] });

interface History {
  readonly allExamns: { readonly exams: { readonly fileName: string | null }[] };
}

const read = async (url: string | null) =>
  (await testApp().staff.request({ url: url ?? '/nothing' })).rawPayload;

const listExams = async (idUser: string) => {
  const { body } = await testApp().staff.get(
    `/v1/user/get-medical-history-patient?idUser=${idUser}`,
  );
  return (body as { data: History }).data.allExamns.exams;
};

const filesLike = (bytes: Buffer) =>
  db()
    .select()
    .from(files)
    .where(eq(files.sha256, createHash('sha256').update(bytes).digest('hex')));

test.each([
  ['ED and Base64', {}],
  ['ED and hexadecimal', { encoding: 'Hex' }],
  ['another type with the components of ED', { type: 'TX', encoding: 'base64' }],
])(
  'H-A3, E-10.1372: a PDF in %s becomes the file of its study, byte for byte',
  async (kind, encodingOptions) => {
    const patient = await addPatient(db());
    const pdf = makePdf(`Uno ${kind}`);
    const answer = await post(
      message(patient, `E-${kind}`, fsh(), documentIn(pdf, encodingOptions)),
    );
    expect(parseAcknowledgment(answer)).toEqual(['AA', '']);
    const set = await findOnlySet(patient);
    expect(set).toMatchObject({ mediaType: 'application/pdf', fileName: 'Informe.pdf' });
    expect((await read(set.fileUrl)).equals(pdf)).toBe(true);
  },
);

test('E-10.3803: the name of a document has no direction marks', async () => {
  const patient = await addPatient(db());
  await post(message(patient, 'MARK', documentIn(makePdf('Marca'), { name: 'Infor\u202Eme' })));
  expect(await findOnlySet(patient)).toMatchObject({ fileName: 'Informe.pdf' });
});

test('H-A3, E-10.1372: Base64 in several lines is one document', async () => {
  const patient = await addPatient(db());
  const pdf = makePdf('Líneas');
  const lines = documentIn(pdf).replace(/([A-Za-z0-9+/]{76})(?=[A-Za-z0-9+/])/g, '$1\\.br\\');
  await post(message(patient, 'LIN', lines));
  expect((await read((await findOnlySet(patient)).fileUrl)).equals(pdf)).toBe(true);
});

test('H-A3, E-10.1372: a repeated document is kept once, and another one replaces it and requires another validation', async () => {
  const patient = await addPatient(db());
  const [first, second] = [makePdf('Primero'), makePdf('Segundo')];
  await post(message(patient, 'R-1', fsh(), documentIn(first)));
  await post(message(patient, 'R-1', fsh(), documentIn(first)));
  expect(await filesLike(first)).toHaveLength(1);
  const { idResultSet } = await findOnlySet(patient);
  await testApp().staff.request({
    method: 'POST',
    url: '/v1/result/validate',
    payload: { idResultSet, acknowledged: [] },
  });
  await post(message(patient, 'R-1', fsh(), documentIn(second)));
  const set = await findOnlySet(patient);
  expect(set.status).toBe('corregido');
  expect((await read(set.fileUrl)).equals(second)).toBe(true);
  expect(await listExams(patient)).toMatchObject([{ earlierFiles: [{ fileName: 'Informe.pdf' }] }]);
});

test('H-A3, E-10.1372: a second document of a study is a separate exam', async () => {
  const patient = await addPatient(db());
  const rest = [fsh(), documentIn(makePdf('A')), documentIn(makePdf('B'), { name: 'Anexo' })];
  await post(message(patient, 'T-1', ...rest));
  const names = (await listExams(patient)).map(({ fileName }) => fileName);
  expect(names.toSorted()).toEqual(['Anexo.pdf', 'Informe.pdf']);
});

test('H-A3, E-10.1372: a document without a patient is kept, and becomes the file of the study once it is assigned', async () => {
  const pdf = makePdf('Sin paciente');
  await post(message('usr_nobody', 'W-1', fsh(), documentIn(pdf)));
  expect(await filesLike(pdf)).toHaveLength(1);
  const [received] = await listWaiting();
  const patient = await addPatient(db());
  await testApp().staff.request({
    method: 'POST',
    url: '/v1/result/assign-received',
    payload: { idReceived: received?.idReceived, idUser: patient },
  });
  expect((await read((await findOnlySet(patient)).fileUrl)).equals(pdf)).toBe(true);
  expect(await filesLike(pdf)).toHaveLength(1);
});

test('H-A3, E-10.1372: a sample that moves to another patient takes its document along', async () => {
  const [wrong, right] = [await addPatient(db()), await addPatient(db())];
  const pdf = makePdf('Se mueve');
  await post(message(wrong, 'M-1', fsh(), documentIn(pdf)));
  await post(message(right, 'M-1', fsh(), documentIn(pdf)));
  const [received] = await listWaiting();
  expect(received?.reason).toBe('moved');
  await testApp().staff.request({
    method: 'POST',
    url: '/v1/result/assign-received',
    payload: { idReceived: received?.idReceived, idUser: right },
  });
  expect((await findOnlySet(wrong)).fileUrl).toBeNull();
  expect((await read((await findOnlySet(right)).fileUrl)).equals(pdf)).toBe(true);
  expect(await filesLike(pdf)).toHaveLength(1);
});

describe('H-A3, H-B5, E-10.1553: the further documents of a sample', () => {
  const names = async (idUser: string) =>
    (await listExams(idUser)).map(({ fileName }) => fileName).toSorted();
  const two = (patient: string, filler: string) =>
    message(
      patient,
      filler,
      fsh(),
      documentIn(makePdf(`${filler} A`)),
      documentIn(makePdf(`${filler} B`), { name: 'Anexo' }),
    );
  const send = (url: string, payload: object) =>
    testApp().staff.request({ method: 'POST', url: `/v1/result/${url}`, payload });

  test('move when staff move its results', async () => {
    const [wrong, right] = [await addPatient(db()), await addPatient(db())];
    await post(two(wrong, 'AL-1'));
    const { idResultSet } = await findOnlySet(wrong);
    await send('move', { idResultSet, idUser: right, reason: 'Es de otra persona.' });
    expect(await names(right)).toEqual(['Anexo.pdf', 'Informe.pdf']);
    expect(await names(wrong)).toEqual([null]);
    const audited = await db()
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.action, 'exam.updated'));
    expect(audited.map(({ patientId }) => patientId)).toEqual(
      expect.arrayContaining([wrong, right]),
    );
  });

  test('H-B5, E-10.2007: move even if they were stored without the exam of their results', async () => {
    const [wrong, right] = [await addPatient(db()), await addPatient(db())];
    await post(two(wrong, 'AL-0'));
    await db().update(exams).set({ attachedTo: null }).where(eq(exams.patientId, wrong));
    await db().execute(sql.raw(await readFile(EARLIER_DOCUMENTS, 'utf8')));
    const { idResultSet } = await findOnlySet(wrong);
    await send('move', { idResultSet, idUser: right, reason: 'Es de otra persona.' });
    expect(await names(right)).toEqual(['Anexo.pdf', 'Informe.pdf']);
    expect(await names(wrong)).toEqual([null]);
  });

  test('move when the laboratory names another patient', async () => {
    const [wrong, right] = [await addPatient(db()), await addPatient(db())];
    await post(two(wrong, 'AL-2'));
    await post(two(right, 'AL-2'));
    const [received] = await listWaiting();
    await send('assign-received', { idReceived: received?.idReceived, idUser: right });
    expect(await names(right)).toEqual(['Anexo.pdf', 'Informe.pdf']);
    expect(await names(wrong)).toEqual([null]);
  });

  test('leave the record with its file when the results are only withdrawn', async () => {
    const wrong = await addPatient(db());
    await post(two(wrong, 'AL-3'));
    const { idResultSet, fileUrl } = await findOnlySet(wrong);
    await send('move', { idResultSet, reason: 'Es de otra persona.' });
    expect(await names(wrong)).toEqual([null]);
    expect(await findOnlySet(wrong)).toMatchObject({ status: 'retirado', fileUrl: null });
    expect((await testApp().staff.request({ url: fileUrl ?? '' })).statusCode).toBe(404);
    const trashed = await db()
      .select({ reason: exams.deletionReason })
      .from(exams)
      .where(and(eq(exams.patientId, wrong), isNotNull(exams.deletedAt)));
    expect(trashed).toEqual(Array(2).fill({ reason: 'Es de otra persona.' }));
  });
});

test.each([
  ['is encrypted', encryptedPdf, 'protegido con contraseña'],
  ['is cut off', makePdf('Cortado').subarray(0, 200), 'incompleto'],
  ['is no PDF or picture', Buffer.from('hola'), 'no se acepta'],
  ['is empty', Buffer.alloc(0), 'vacío'],
])(
  'H-A3, E-10.1372: the values are kept beside a document that %s, with the reason in the set and the answer',
  async (kind, bytes, why) => {
    const patient = await addPatient(db());
    const [code, text] = parseAcknowledgment(
      await post(message(patient, `X-${kind}`, fsh(), documentIn(bytes))),
    );
    expect([code, text]).toEqual(['AA', expect.stringContaining(why)]);
    const set = await findOnlySet(patient);
    expect(set.fileUrl).toBeNull();
    expect(set.values.map(({ note }) => note)).toEqual([null, expect.stringContaining(why)]);
  },
);

test('H-A3, E-10.1372: a link (RP) is stored as it was sent', async () => {
  const patient = await addPatient(db());
  const link = 'https://lab.example/informes/42?llave=a%26b';
  await post(message(patient, 'RP', fsh(), `OBX|2|RP|URL^Enlace||${link}^LIS^AP^PDF||||||F`));
  const set = await findOnlySet(patient);
  expect(set.values[1]).toMatchObject({ name: 'Enlace', text: link });
  expect(set.fileUrl).toBeNull();
});

test('H-A3, E-10.1372: a message with a document is not acknowledged while the scanner is unreachable', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  const { app, database } = await startApplication({ clamd: { host: '127.0.0.1', port } });
  const laboratoryId = await addPartner(database.db, { type: 'Laboratorio' });
  const token = await database.db.transaction((transaction) =>
    makeToken(transaction, SYSTEM_ACT, laboratoryId),
  );
  const patient = await addPatient(database.db);
  const answer = await app.inject({
    method: 'POST',
    url: MESSAGES_PATH,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/hl7-v2' },
    payload: message(patient, 'S-1', fsh(), documentIn(makePdf('Sin revisar'))),
  });
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '60']);
  expect(await database.db.select().from(files)).toEqual([]);
  expect(await database.db.select().from(resultSets)).toEqual([]);
});

test('H-A3, E-10.1372: a document of a message that fails is not stored', async () => {
  const pdf = makePdf('Fallido');
  const lost = makeMessage({
    filler: 'Z-1',
    rest: [fsh('').replace('||||F', '||||W'), documentIn(pdf)],
  });
  expect(parseAcknowledgment(await post(lost))[0]).toBe('AE');
  expect(await filesLike(pdf)).toEqual([]);
  const [kept] = await db()
    .select({ content: inboxMessages.content })
    .from(inboxMessages)
    .where(and(eq(inboxMessages.laboratoryId, laboratory()), eq(inboxMessages.outcome, 'failed')));
  expect(kept?.content).not.toBeNull();
});
