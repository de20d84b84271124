import { tmpdir } from 'node:os';
import { eq } from 'drizzle-orm';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { SYSTEM_ACT } from '../../../platform/act.ts';
import { inboxMessages } from '../../../schema/operation/inbox.ts';
import { laboratoryTokens } from '../../../schema/results.ts';
import { sharedApplication } from '../../../testing/application.ts';
import { queryAsOwner } from '../../../testing/database.ts';
import { addBranch, addExamOrder, addPartner, addPatient } from '../../../testing/records.ts';
import {
  laboratorySender,
  makeMessage,
  parseAcknowledgment,
  valuesByAnalyte,
} from '../../../testing/results/laboratory-messages.ts';
import { laboratoryInbox } from './ledger.ts';
import { removeToken } from './message-route.ts';
import { processMessage } from './receive-message.ts';

const FEW = { max: 3, windowSeconds: 600 };
const testApp = sharedApplication({
  clinicTimeZone: 'America/Mexico_City',
  tokenLimit: FEW,
});
const { db, laboratory, token, issueToken, post, findSets, findOnlySet, listWaiting } =
  laboratorySender(testApp);

describe('a message of a laboratory', () => {
  test('E-10.530: enters its results in the record of the order with that folio, and the ordered study has its result', async () => {
    const patientId = await addPatient(db(), { name: 'Ana Ríos' });
    const branchId = await addBranch(db(), laboratory(), { exams: ['Seminograma'] });
    const orderId = await addExamOrder(db(), { patientId, branchId, partnerId: laboratory() });
    const orders = async () => {
      const { body } = await testApp().staff.get('/v1/exam-orders/list?limit=100');
      const list = (
        body as { data: { orders: { idOrder: string; folio: string; state: string }[] } }
      ).data.orders;
      return list.find(({ idOrder }) => idOrder === orderId);
    };
    const folio = (await orders())?.folio ?? '';
    const content = makeMessage({ folio, name: 'Ríos^Ana' });
    const answer = await post(content);
    expect([answer.statusCode, ...parseAcknowledgment(answer)]).toEqual([200, 'AA', '']);
    expect(answer.headers['content-type']).toBe('application/hl7-v2; charset=utf-8');
    expect(answer.body).toMatch(/^MSH\|\^~\\&\|SIMIENTE\|\|LIS\|RIO\|\d{14}\+0000\|\|ACK\^R01/);
    expect((await orders())?.state).toBe('recibido');
    const set = await findOnlySet(patientId);
    expect(set).toMatchObject({
      status: 'capturado',
      source: 'hl7',
      collectedAt: '2026-01-14T14:40:00.000Z',
      collectedTimeKnown: true,
      laboratory: { idPartner: laboratory() },
      values: [{ analyte: 'concentration', value: '14.5', flag: 'below' }],
    });
    // Equal bytes are one message, also in concurrent requests.
    const again = await Promise.all([post(content), post(content)]);
    expect(again.map((one) => parseAcknowledgment(one)[0])).toEqual(['AA', 'AA']);
    expect(await findSets(patientId)).toHaveLength(1);
    const [kept] = await db()
      .select()
      .from(inboxMessages)
      .where(eq(inboxMessages.laboratoryId, laboratory()));
    expect(kept).toMatchObject({ outcome: 'applied', content: null, attempts: 1 });
  });

  test('E-10.531: values keep comparator, unit, text and code; an unknown observation is a separate row', async () => {
    const patient = await addPatient(db());
    const rest = [
      'OBX|1|NM|3160-9^Volumen^LN||2.10|mL||||P|F',
      'OBX|2|SN|10579-1^Leucocitos^LN||<^1|10*6/mL||||F|F',
      'OBX|3|TX|10569-2^Color^LN||Blanco\\T\\opalino~lechoso||||||F',
      'OBX|4|NM|6800-7^Movilidad total^LN||45|furlongs||||F',
      'OBX|5|NM|X-1^Reacción \\S\\ local^L||7|u|5 - 9|||F',
      'OBX|6|SN|X-2^Título^L||^1^:^128||||||F',
      'OBX|7|CWE|X-3^Aspecto^L||N^Normal^L||||||F',
      'OBX|8|NM|10587-4^Abstinencia^LN||4|d|||||F',
      'OBX|9|NM|X-4^Pendiente^L||||||||I',
      'NTE|1||Muestra escasa.\\.br\\Repetir.',
    ];
    await post(makeMessage({ patient, rest }));
    const set = await findOnlySet(patient);
    expect(valuesByAnalyte(set)).toEqual({
      volume: '2.1',
      leukocytes: '<1',
      colour: 'Blanco&opalino\nlechoso',
      'Movilidad total': '45',
      'Reacción ^ local': '7',
      Título: '1:128',
      Aspecto: 'Normal',
      'Comentarios del laboratorio': 'Pendiente: Muestra escasa.\nRepetir.',
    });
    expect(set.abstinenceDays).toBe('4');
    expect(set.examType).toBe('Seminograma');
    expect(set.values.find(({ name }) => name === 'Movilidad total')?.unit).toBe('furlongs');
  });

  test.each([
    ['2.3', ''],
    ['2.3.1', 'ASCII'],
    ['2.4', 'UNICODE UTF-8'],
    ['2.8.2', '8859/1'],
  ])('E-10.532: version %s in the character set «%s» is read', async (version, characterSet) => {
    const patient = await addPatient(db());
    const encoding = characterSet === '8859/1' ? 'latin1' : 'utf8';
    const rest = ['OBX|1|ST|X^Ñandú^L||año||||||F'];
    const content = makeMessage({ version, characterSet, patient, rest, type: 'ORU^R01' });
    const [code] = parseAcknowledgment(await post(Buffer.from(content, encoding)));
    expect(code).toBe('AA');
    expect(valuesByAnalyte(await findOnlySet(patient))).toEqual({ Ñandú: 'año' });
  });

  test('E-10.532: the name of the character set does not matter for ASCII', async () => {
    const patient = await addPatient(db());
    const rest = ['OBX|1|NM|3160-9^Volumen^LN||2|mL|||||F'];
    const content = makeMessage({ characterSet: 'CAN', patient, rest });
    expect(parseAcknowledgment(await post(content))).toEqual(['AA', '']);
    expect(valuesByAnalyte(await findOnlySet(patient))).toEqual({ volume: '2' });
  });

  test('E-10.531: delimiters, line ends within a text and field positions of older versions are read as their sender intends', async () => {
    const patient = await addPatient(db());
    const content = [
      'MSH$%*@#$LIS$RIO$SIMIENTE$$20260114100000-0600$$ORU%R01$D1$P$2.3$$$$$$ASCII',
      `PID$1$${patient}$$9-1`,
      'OBR$1$$D1$%Seminograma$$$202601140840',
      'OBX$1$NM$9780-8%Concentracion%LN$$14.5$10@R@6/mL$4.50#5.90$$$$F',
      'OBX$2$TX$A%Aspecto%L$$50 @S@ | 3 ^ 2 ~ \\ &@.br@@H@fin@N@$$$$$$F',
      'segunda línea'.normalize('NFD').replaceAll(/\p{M}/gu, ''),
      'OBX$3$CWE$C%Color%L$$%%%%%%%%gris$$$$$$F',
      '',
    ].join('\n');
    expect(parseAcknowledgment(await post(content))).toEqual(['AA', '']);
    const set = await findOnlySet(patient);
    expect(valuesByAnalyte(set)).toEqual({
      concentration: '14.5',
      Aspecto: '50 % | 3 ^ 2 ~ \\ &\nfin',
      Color: 'gris',
    });
    expect(set.values.find(({ analyte }) => analyte === 'concentration')?.range).toBe(
      '4.50 - 5.90',
    );
  });

  test.each(['', 'ASCII'])(
    'E-10.2350: a text that is not UTF-8 is read as Windows-1252 if MSH-18 is «%s», unless it is a DOS text',
    async (characterSet) => {
      const patient = await addPatient(db(), { name: 'José Núñez' });
      const facts = { patient, name: 'NÚÑEZ^JOSÉ', characterSet };
      const note = 'OBX|1|TX|A^Observación^L||Sí – «µ» 5 °C||||||F';
      const windows = Buffer.from(
        makeMessage({ ...facts, rest: [note] }).replace('–', '\u0096'),
        'latin1',
      );
      expect(parseAcknowledgment(await post(windows))).toEqual(['AA', '']);
      expect(valuesByAnalyte(await findOnlySet(patient))).toEqual({ Observación: 'Sí – «µ» 5 °C' });
      // 'Observación' with the ó of code page 850.
      const dos = Buffer.from(makeMessage({ ...facts, name: 'N\u00a3\u00a5EZ^JOSE' }), 'latin1');
      const [code, text] = parseAcknowledgment(await post(dos));
      expect([code, text]).toEqual(['AE', expect.stringMatching(/juego de caracteres/)]);
    },
  );

  test('E-10.533: gets AE with the reason, and is kept, if it cannot be applied', async () => {
    const rejections: [string | Buffer, string][] = [
      [makeMessage({ type: 'ADT^A01' }), 'Se recibe ORU\\S\\R01, y este mensaje es «ADT\\S\\A01».'],
      [makeMessage({ version: '9.9' }), 'Se reciben las versiones 2.3 a 2.8, y esta es «9.9».'],
      [
        makeMessage({ characterSet: 'KLINGON' }),
        'No se conoce el juego de caracteres «KLINGON» (MSH-18).',
      ],
      [
        Buffer.from(makeMessage({ name: 'Peña^Ana', characterSet: 'UTF-8' }), 'latin1'),
        'El texto no está en ese juego de caracteres: MSH-18 indica «UTF-8».',
      ],
    ];
    for (const [content, reason] of rejections) {
      const answer = await post(content);
      expect([answer.statusCode, ...parseAcknowledgment(answer)]).toEqual([422, 'AE', reason]);
      expect(answer.body).toMatch(/\rERR\|\|\|\d{3}\|E\|/);
    }
    const kept = await db()
      .select()
      .from(inboxMessages)
      .where(eq(inboxMessages.laboratoryId, laboratory()));
    expect(kept.map(({ outcome, content }) => [outcome, content !== null])).toEqual(
      rejections.map(() => ['failed', true]),
    );
  });

  test('E-10.533: an invalid message gets AR, and so do two messages in one request', async () => {
    for (const text of ['', 'hola', 'PID|1', `${makeMessage()}${makeMessage()}`]) {
      const answer = await post(text);
      expect([answer.statusCode, parseAcknowledgment(answer)[0]]).toEqual([400, 'AR']);
    }
    expect((await post('{}', token(), 'application/json')).statusCode).toBe(415);
  });

  test('E-10.534: is kept after a fault, reported to its sender, and replayed', async () => {
    const patient = await addPatient(db());
    await queryAsOwner(
      testApp().database,
      `create function refuse_sets() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
       create trigger refuse_sets before insert on result_sets for each row execute function refuse_sets();`,
    );
    const answer = await post(makeMessage({ patient }));
    await queryAsOwner(testApp().database, 'drop trigger refuse_sets on result_sets');
    expect([answer.statusCode, parseAcknowledgment(answer)[0]]).toEqual([422, 'AE']);
    expect(await findSets(patient)).toEqual([]);
    const failed = await laboratoryInbox.latest(db(), 'failed', 100);
    const message = failed.find((one) => one.laboratoryId === laboratory());
    const replay = () =>
      processMessage(
        {
          db: db(),
          store: testApp().store,
          uploadFolder: tmpdir(),
          log: pino({ level: 'silent' }),
          timeZone: 'America/Mexico_City',
        },
        SYSTEM_ACT,
        message?.id ?? 0,
      );
    expect(await replay()).toMatchObject({ outcome: 'applied', results: ['entered'] });
    expect(await replay()).toMatchObject({ outcome: 'applied', results: [] });
    expect(await findSets(patient)).toHaveLength(1);
  });

  test('E-10.535: is not read without a laboratory’s token, and attempts are limited', async () => {
    const other = await issueToken(await addPartner(db(), { type: 'Laboratorio' }));
    const before = await laboratoryInbox.latest(db(), undefined, 1000);
    await db().transaction((transaction) => removeToken(transaction, SYSTEM_ACT, laboratory()));
    const answers = [];
    for (const key of [token(), '', 'x'.repeat(43), 'corta'])
      answers.push(await post(makeMessage(), key));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401, 429]);
    expect(answers[0]?.json()).toMatchObject({ code: 'LABORATORY_TOKEN_INVALID' });
    expect(await laboratoryInbox.latest(db(), undefined, 1000)).toHaveLength(before.length);
    // Valid tokens are never limited, and are stored as digests.
    expect((await post(makeMessage(), other)).statusCode).toBe(200);
    expect(JSON.stringify(await db().select().from(laboratoryTokens))).not.toContain(other);
  });

  test('E-10.536: waits for a user if only a name or a number identifies its patient', async () => {
    const patientId = await addPatient(db(), { name: 'Ana Ríos' });
    await post(makeMessage({ name: 'Ríos^Ana' }));
    await post(makeMessage({ patient: patientId, name: 'Peña^Luz' }));
    expect((await listWaiting()).map(({ reason }) => reason).toSorted()).toEqual([
      'patient-differs',
      'unknown-patient',
    ]);
    for (const { evidence } of await listWaiting())
      expect(evidence.where).toMatch(/^mensaje C\d+$/);
    expect(await findSets(patientId)).toEqual([]);
  });
});
