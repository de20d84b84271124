import type { FailedMessage } from '@simiente/contract/inbox/calls';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { auditEvents } from '../../../schema/audit.ts';
import { inboxMessages } from '../../../schema/operation/inbox.ts';
import { idempotencyKeys } from '../../../schema/operation/installation.ts';
import { sharedApplication } from '../../../testing/application.ts';
import { addFailedMessage, addPatient, newId } from '../../../testing/records.ts';
import { laboratoryFiles } from '../../../testing/results/laboratory-files.ts';
import { sendResultsFile } from '../../../testing/results/send-file.ts';

const testApp = sharedApplication({ clinicTimeZone: 'America/Mexico_City' });
const db = () => testApp().database.db;

const { laboratoryId, findSets } = laboratoryFiles(testApp);
let patient: string;
beforeEach(async () => {
  patient = await addPatient(db());
});

const send = (
  call: 'check' | 'import',
  file: string | Buffer,
  options: Parameters<typeof sendResultsFile>[4],
) => sendResultsFile(testApp().staff, laboratoryId(), call, file, options);

const readAudited = async (action: string) =>
  (await db().select().from(auditEvents).where(eq(auditEvents.action, action))).filter(
    ({ subjectId }) => subjectId === laboratoryId(),
  );

describe('a file of HL7 messages', () => {
  const message = (id: string, patientId: string, version = '2.5.1') =>
    [
      `MSH|^~\\&|LIS|RIO|||20260114100000-0600||ORU^R01|${id}|P|${version}||||||ASCII`,
      `PID|1||${patientId}`,
      `OBR|1||F${id}|^Seminograma|||202601140840`,
      'OBX|1|NM|3160-9^Volumen^LN||2|mL|||||F',
      '',
    ].join('\r');
  const batch = () =>
    `FHS|^~\\&|LIS\rBHS|^~\\&|LIS\r${message('1', patient)}${message('2', 'usr_nadie')}${message('3', patient, '9.9')}BTS|3\rFTS|1\r`;
  const outcome = { total: 3, entered: 1, changed: 0, repeated: 0, waiting: 1, refused: 1 };
  const ledger = () =>
    db().select().from(inboxMessages).where(eq(inboxMessages.laboratoryId, laboratoryId()));

  test('E-10.583: is simulated, and leaves nothing, not even in the ledger', async () => {
    const { data } = await send('check', batch(), { columns: null, name: 'lote.hl7' });
    expect(data?.checked).toMatchObject({ format: 'messages', columns: [], map: null, outcome });
    expect(data?.checked?.outcome?.notes).toEqual([
      {
        line: 2,
        kind: 'waiting',
        words: 'No trae el identificador de un paciente, o ningún paciente lo tiene.',
      },
      {
        line: 3,
        kind: 'refused',
        words: 'Se reciben las versiones 2.3 a 2.8, y esta es «9.9».',
      },
    ]);
    expect(await findSets(patient)).toHaveLength(0);
    expect(await ledger()).toEqual([]);
  });

  test('E-10.583: is received message by message: failures are kept, and a duplicate is stored once', async () => {
    const sent = { columns: null, name: 'lote.hl7' };
    expect((await send('import', batch(), sent)).data?.outcome).toMatchObject(outcome);
    expect(await findSets(patient)).toHaveLength(1);
    expect((await ledger()).map(({ outcome }) => outcome).toSorted()).toEqual([
      'applied',
      'applied',
      'failed',
    ]);
    const again = { entered: 0, repeated: 2, waiting: 0, refused: 1 };
    expect((await send('check', batch(), sent)).data?.checked?.outcome).toMatchObject(again);
    expect((await send('import', batch(), sent)).data?.outcome).toMatchObject(again);
    expect(await findSets(patient)).toHaveLength(1);
    expect(await ledger()).toHaveLength(3);
  });

  test('E-10.583: a message of too many observations is rejected before they are compared', async () => {
    const many = Array.from({ length: 2001 }, (_, n) => `OBX|${n}|NM|X${n}^Cosa ${n}||1|mL|||||F`);
    const file = `${message('8', patient)}${many.join('\r')}\r`;
    const { data } = await send('check', file, { columns: null });
    expect(data?.checked?.outcome?.notes).toEqual([
      { line: 1, kind: 'refused', words: 'Un estudio trae hasta 500 observaciones (OBX).' },
    ]);
  });

  test('E-10.583: gets the first answer, with the reasons for rejections, when it is sent again under its key', async () => {
    const sent = { columns: null, name: 'lote.hl7', key: newId('key') };
    const first = (await send('import', batch(), sent)).data?.outcome;
    expect(first).toMatchObject(outcome);
    expect((await send('import', batch(), sent)).data?.outcome).toEqual(first);
    expect(first?.notes.at(-1)).toMatchObject({ line: 3, words: expect.stringContaining('«9.9»') });
    expect((await ledger()).map(({ attempts }) => attempts)).toEqual([1, 1, 1]);
    expect(await readAudited('results.imported')).toHaveLength(1);
    const other = await send('import', message('7', patient), sent);
    expect(other).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
    const stored = await db().select().from(idempotencyKeys);
    // The bare '9.9' could occur in the time of the row.
    expect(JSON.stringify(stored)).not.toMatch(/[|«]9\.9/);
  });

  test('E-10.584: failed messages are listed page by page, and processed again', async () => {
    const list = async (query = '') => {
      const { body } = await testApp().staff.get(`/v1/inbox/laboratory?${query}`);
      return (body as { data: { messages: FailedMessage[]; nextCursor: string; total: number } })
        .data;
    };
    await send('import', message('9', patient, '9.9'), { columns: null });
    const [message9] = (await list()).messages;
    expect(message9).toMatchObject({
      sender: expect.any(String),
      attempts: 1,
      reason: 'Se reciben las versiones 2.3 a 2.8, y esta es «9.9».',
    });
    const other = await addFailedMessage(db(), laboratoryId(), { reason: null });
    const page = await list('limit=1');
    expect(page.messages).toMatchObject([
      { idMessage: other, reason: 'Se interrumpió antes de terminar.' },
    ]);
    const next = await list(`limit=1&cursor=${encodeURIComponent(page.nextCursor)}`);
    expect(next.messages).toMatchObject([{ idMessage: message9?.idMessage }]);
    const replay = async (idMessage?: string) => {
      const request = { method: 'POST', url: '/v1/inbox/laboratory/replay' } as const;
      const answer = await testApp().staff.request({ ...request, payload: { idMessage } });
      return answer.json<{ status: number; data?: object }>();
    };
    expect((await replay(message9?.idMessage)).data).toEqual({
      outcome: 'failed',
      reason: 'Se reciben las versiones 2.3 a 2.8, y esta es «9.9».',
    });
    // The error is fixed at the laboratory's side of the ledger.
    const content = Buffer.from(message('9', patient));
    await db()
      .update(inboxMessages)
      .set({ content })
      .where(eq(inboxMessages.id, Number(message9?.idMessage)));
    expect((await replay(message9?.idMessage)).data).toEqual({ outcome: 'applied', reason: null });
    expect(await findSets(patient)).toHaveLength(1);
    expect((await list()).messages.map(({ idMessage }) => idMessage)).not.toContain(
      message9?.idMessage,
    );
    expect(await replay('99999999')).toMatchObject({ status: 404 });
    expect(await replay('abc')).toMatchObject({ status: 404 });
  });
});
