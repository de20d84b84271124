import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { inboxMessages } from '../../../schema/operation/inbox.ts';
import { receivedResults } from '../../../schema/results.ts';
import { sharedApplication } from '../../../testing/application.ts';
import { addPatient } from '../../../testing/records.ts';
import {
  laboratorySender,
  makeMessage,
  parseAcknowledgment,
  valuesByAnalyte,
} from '../../../testing/results/laboratory-messages.ts';

const testApp = sharedApplication({ clinicTimeZone: 'America/Mexico_City' });
const { db, laboratory, post, findSets, findOnlySet, listWaiting } = laboratorySender(testApp);

const fsh = (value: string, status: string) =>
  `OBX|1|NM|15067-2^FSH^LN||${value}|mUI/mL|||||${status}`;
const lh = (value: string, status: string) =>
  `OBX|1|NM|10501-5^LH^LN||${value}|mUI/mL|||||${status}`;
const second = (filler: string) => `OBR|2||${filler}|^Hormonal|||202601140840`;

async function send(idResultSet: string, call: string, more: object = {}) {
  return testApp().staff.request({
    method: 'POST',
    url: `/v1/result/${call}`,
    payload: { idResultSet, ...more },
  });
}

async function validateSet(patient: string) {
  const { idResultSet } = await findOnlySet(patient);
  expect((await send(idResultSet, 'validate')).statusCode).toBe(200);
  return idResultSet;
}

async function postHormones(patient: string, name: string) {
  await post(
    makeMessage({
      patient,
      study: '^Hormonal',
      filler: `${name}-1`,
      rest: [fsh('5.1', 'F'), second(`${name}-2`), lh('4.2', 'F')],
    }),
  );
  return validateSet(patient);
}

describe('the laboratory’s number of a value', () => {
  test.each(['D', 'W', 'X'])(
    'H-A2, E-10.761: a later %s of the second OBR withdraws its value, and the set needs another validation',
    async (status) => {
      const patient = await addPatient(db());
      await postHormones(patient, status);
      const later = makeMessage({
        patient,
        study: '^Hormonal',
        filler: `${status}-2`,
        rest: [lh('', status)],
      });
      expect(parseAcknowledgment(await post(later))).toEqual(['AA', '']);
      const set = await findOnlySet(patient);
      expect(set).toMatchObject({ status: 'corregido', validatedAt: null });
      const known = set.values.filter(({ analyte }) => analyte !== null);
      expect(known.map(({ analyte, withdrawn }) => [analyte, withdrawn])).toEqual([
        ['fsh', false],
        ['lh', true],
      ]);
    },
  );

  test('H-A2, E-10.761: a later C of the second OBR corrects its value', async () => {
    const patient = await addPatient(db());
    await postHormones(patient, 'C');
    await post(
      makeMessage({ patient, study: '^Hormonal', filler: 'C-2', rest: [lh('14.2', 'C')] }),
    );
    const set = await findOnlySet(patient);
    expect(set.status).toBe('corregido');
    expect(valuesByAnalyte(set)).toEqual({ fsh: '5.1', lh: '14.2' });
  });

  test.each([
    ['D', 'Retira un resultado que no se ha recibido: LH (OBR-3 none-D).'],
    ['W', 'Retira un resultado que no se ha recibido: LH (OBR-3 none-W).'],
    ['U', 'Marca como definitivo un resultado que no se ha recibido: LH (OBR-3 none-U).'],
  ])(
    'H-A2, E-10.762: a %s of a value that was never received is not acknowledged, and waits with the rest of its message',
    async (status, reason) => {
      const patient = await addPatient(db());
      const message = makeMessage({
        patient,
        study: '^Hormonal',
        filler: `none-${status}`,
        rest: [fsh('5.1', 'F'), lh('', status)],
      });
      expect(parseAcknowledgment(await post(message))).toEqual(['AE', reason]);
      expect(await findSets(patient)).toEqual([]);
      const [kept] = await db()
        .select()
        .from(inboxMessages)
        .where(eq(inboxMessages.laboratoryId, laboratory()));
      expect(kept).toMatchObject({ outcome: 'failed', reason });
    },
  );

  test.each([
    ['C', [fsh('7', 'C')], { fsh: '9', 'FSH (2)': '7' }],
    ['D', [fsh('', 'D')], { fsh: '9', 'FSH (2)': '8' }],
    ['both parts in the other order', [], { fsh: '8', 'FSH (2)': '9' }],
  ])(
    'E-10.4086: %s of the second of two values of an analyte does not change the first, also in a result without a patient',
    async (status, rest, values) => {
      const known = await addPatient(db());
      for (const patient of [known, 'usr_nobody']) {
        const part = (name: string) => `${patient}-${status}-${name}`;
        const facts = { patient, study: '^Hormonal' };
        const two = [fsh('9', 'F'), second(part('2')), fsh('8', 'F')];
        await post(makeMessage({ ...facts, filler: part('1'), rest: two }));
        const reversed = [fsh('8', 'F'), second(part('1')), fsh('9', 'F')];
        const later = rest.length > 0 ? rest : reversed;
        await post(makeMessage({ ...facts, filler: part('2'), rest: later }));
      }
      const set = await findOnlySet(known);
      expect(valuesByAnalyte(set)).toEqual(values);
      const withdrawn = set.values.filter((one) => one.withdrawn).map(({ name }) => name);
      expect(withdrawn).toEqual(status === 'D' ? ['FSH (2)'] : []);
      const [received] = await listWaiting();
      const [first, other] = received?.values ?? [];
      expect(first?.value).toBe(values.fsh);
      expect(other?.value).toBe(status === 'D' ? null : values['FSH (2)']);
    },
  );

  test.each([
    ['C', 'AA', { fsh: '9', lh: '4', 'FSH (2)': '8' }],
    ['F', 'AA', { fsh: '9', lh: '4', 'FSH (2)': '8' }],
    ['D', 'AE', { fsh: '9', lh: '4' }],
    ['X', 'AA', { fsh: '9', lh: '4', 'FSH (2)': 'El laboratorio no pudo obtener este resultado.' }],
  ])(
    'E-10.4101: %s under the number of another value does not change the only value of its analyte, also in a result without a patient',
    async (status, answer, values) => {
      const known = await addPatient(db());
      for (const patient of [known, 'usr_nobody']) {
        const filler = `${patient}-other-${status}`;
        const facts = { patient, study: '^Hormonal' };
        const two = [fsh('9', 'F'), second(`${filler}-2`), lh('4', 'F')];
        await post(makeMessage({ ...facts, filler, rest: two }));
        const rest = [fsh('DX'.includes(status) ? '' : '8', status), lh('4', 'F')];
        const later = makeMessage({ ...facts, filler: `${filler}-2`, rest }).replace(
          /OBR.*/,
          (obr) => obr + '|'.repeat(18) + (status === 'F' ? 'C' : ''),
        );
        expect(parseAcknowledgment(await post(later))[0]).toBe(answer);
      }
      expect(valuesByAnalyte(await findOnlySet(known))).toEqual(values);
      const [received] = await listWaiting();
      expect(received?.values.map(({ value, text }) => value ?? text)).toEqual(
        Object.values(values),
      );
    },
  );

  test('E-10.4101: a number decides also for a value that a user corrected or the laboratory withdrew', async () => {
    const patient = await addPatient(db());
    const idResultSet = await postHormones(patient, 'user');
    const values = [
      { analyte: 'fsh', value: '5.5' },
      { analyte: 'lh', value: '4.2' },
    ];
    await send(idResultSet, 'correct', { reason: 'Error de dedo', values });
    const under = (filler: string, rest: string) =>
      post(makeMessage({ patient, study: '^Hormonal', filler, rest: [rest] }));
    expect(parseAcknowledgment(await under('user-2', fsh('', 'D')))[0]).toBe('AE');
    expect(valuesByAnalyte(await findOnlySet(patient))).toEqual({ fsh: '5.5', lh: '4.2' });
    await under('user-2', lh('', 'D'));
    expect(parseAcknowledgment(await under('user-1', lh('', 'D')))[0]).toBe('AE');
    await under('user-1', lh('7', 'F'));
    expect(valuesByAnalyte(await findOnlySet(patient))).toEqual({ fsh: '5.5', lh: '7' });
  });

  test('E-10.4098: a value named «FSH (basal)» is not the second value of FSH', async () => {
    const patient = await addPatient(db());
    const facts = { patient, study: '^Hormonal' };
    const basal = 'OBX|1|NM|B1^FSH (basal)^L||7|mUI/mL|||||F';
    await post(makeMessage({ ...facts, filler: 'E1', rest: [fsh('9', 'F'), second('E2'), basal] }));
    await post(makeMessage({ ...facts, filler: 'E2', rest: [fsh('8', 'F')] }));
    expect(valuesByAnalyte(await findOnlySet(patient))).toEqual({ fsh: '8', 'FSH (basal)': '7' });
  });

  test('H-A2: a value that a report withdraws and sends again is replaced', async () => {
    const patient = await addPatient(db());
    await postHormones(patient, 'WC');
    const rest = [lh('', 'W'), lh('6', 'C')];
    await post(makeMessage({ patient, study: '^Hormonal', filler: 'WC-2', rest }));
    expect(valuesByAnalyte(await findOnlySet(patient))).toEqual({ fsh: '5.1', lh: '6' });
  });

  test('H-A2: an older message adds the values that a newer one lacks', async () => {
    const patient = await addPatient(db());
    const at = (hour: number) => `202601141${hour}0000-0600`;
    const facts = { patient, study: '^Hormonal', filler: 'O-1' };
    await post(makeMessage({ ...facts, sentAt: at(2), rest: [fsh('5.1', 'C')] }));
    await post(makeMessage({ ...facts, sentAt: at(1), rest: [fsh('51', 'F'), lh('4.2', 'F')] }));
    expect(valuesByAnalyte(await findOnlySet(patient))).toEqual({ fsh: '5.1', lh: '4.2' });
  });
});

describe('an HL7 value that a user corrected', () => {
  async function postCorrected(patient: string, name: string) {
    const facts = { patient, filler: name };
    const obx = (value: string) => `OBX|1|NM|9780-8^Concentración^LN||${value}|10*6/mL|||||F`;
    const deliver = (value: string) => post(makeMessage({ ...facts, rest: [obx(value)] }));
    await deliver('14.5');
    const idResultSet = await validateSet(patient);
    const answer = await send(idResultSet, 'correct', {
      reason: 'Error de dedo del laboratorio',
      values: [{ analyte: 'concentration', value: '15.4' }],
    });
    expect(answer.statusCode).toBe(200);
    return { deliver, idResultSet };
  }

  test('H-A14, E-10.763: stays when its laboratory repeats its earlier value', async () => {
    const patient = await addPatient(db());
    const { deliver } = await postCorrected(patient, 'H-1');
    expect(parseAcknowledgment(await deliver('14.5'))).toEqual(['AA', '']);
    const set = await findOnlySet(patient);
    expect(valuesByAnalyte(set)).toEqual({ concentration: '15.4' });
    expect(set).toMatchObject({ waiting: null });
    expect(set.corrections).toHaveLength(1);
  });

  test('H-A14, E-10.763: keeps a different later value beside it, which holds the set until a user decides', async () => {
    const patient = await addPatient(db());
    const { deliver, idResultSet } = await postCorrected(patient, 'H-2');
    expect(parseAcknowledgment(await deliver('16'))).toEqual([
      'AA',
      'En espera de revisión: El laboratorio envió un valor distinto del corregido. Elige cuál conservar.',
    ]);
    expect(await findOnlySet(patient)).toMatchObject({
      waiting: { reason: 'corrected-here', values: [{ value: '16' }] },
      may: { validate: false },
    });
    expect((await send(idResultSet, 'validate')).json()).toMatchObject({ code: 'RESULT_HELD' });
    const [first] = await listWaiting();
    expect(first).toMatchObject({
      against: { idResultSet, patient: { idUser: patient }, values: [{ value: '15.4' }] },
    });
    // A later value replaces the waiting one.
    await deliver('17');
    const [received, ...others] = await listWaiting();
    expect(others).toEqual([]);
    expect(received?.values).toMatchObject([{ value: '17' }]);
    const answer = await testApp().staff.request({
      method: 'POST',
      url: '/v1/result/assign-received',
      payload: { idReceived: received?.idReceived, idUser: patient, idResultSet },
    });
    expect(answer.statusCode).toBe(200);
    const set = await findOnlySet(patient);
    expect(valuesByAnalyte(set)).toEqual({ concentration: '17' });
    expect(set).toMatchObject({ status: 'corregido', waiting: null });
    expect(set.values[0]?.earlier.map(({ value }) => value)).toEqual(['15.4', '14.5']);
  });

  test('H-A14: keeps the decision when the discarded value is sent again', async () => {
    const patient = await addPatient(db());
    const { deliver } = await postCorrected(patient, 'H-3');
    await deliver('16');
    const [received] = await listWaiting();
    await testApp().staff.request({
      method: 'POST',
      url: '/v1/result/discard-received',
      payload: { idReceived: received?.idReceived },
    });
    await deliver('16');
    expect(await listWaiting()).toEqual([]);
    expect(valuesByAnalyte(await findOnlySet(patient))).toEqual({ concentration: '15.4' });
  });
});

describe('a sample that is sent again', () => {
  test('H-A15, E-10.764: completes its set with the missing values, and the set needs another validation', async () => {
    const patient = await addPatient(db());
    const study = '^Hormonal';
    await post(makeMessage({ patient, study, filler: 'S-1', rest: [fsh('5.1', 'F')] }));
    await validateSet(patient);
    // Another number, and the time with seconds.
    const again = { patient, study, filler: 'S-2', collectedAt: '20260114084012' };
    await post(makeMessage({ ...again, rest: [fsh('5.1', 'F'), lh('4.2', 'F')] }));
    const set = await findOnlySet(patient);
    expect(valuesByAnalyte(set)).toEqual({ fsh: '5.1', lh: '4.2' });
    expect(set.status).toBe('corregido');
  });

  test('H-A15, E-10.764: waits if it has another value, another laboratory or no hour', async () => {
    const patient = await addPatient(db());
    const study = '^Hormonal';
    await post(makeMessage({ patient, study, filler: 'T-1', rest: [fsh('5.1', 'F')] }));
    await post(makeMessage({ patient, study, filler: 'T-2', rest: [fsh('6', 'F')] }));
    const day = { patient, study, filler: 'T-3', collectedAt: '20260114' };
    await post(makeMessage({ ...day, rest: [lh('4.2', 'F')] }));
    expect(await findSets(patient)).toHaveLength(1);
    expect((await listWaiting()).map(({ reason }) => reason).toSorted()).toEqual([
      'other-values',
      'same-sample',
    ]);
  });

  test('H-A15, E-10.765: puts both on hold if it is sent for another patient, and leaves the first patient when it is assigned', async () => {
    const [wrong, right] = [await addPatient(db()), await addPatient(db())];
    await post(makeMessage({ patient: wrong, filler: 'M-1' }));
    const idResultSet = await validateSet(wrong);
    const obx = 'OBX|1|NM|9780-8^Concentración^LN||14.5|10*6/mL|≥ 16|L|||C';
    await post(makeMessage({ patient: right, filler: 'M-1', rest: [obx] }));
    expect(await findSets(right)).toEqual([]);
    expect(await findOnlySet(wrong)).toMatchObject({
      status: 'corregido',
      validatedAt: null,
      waiting: { reason: 'moved' },
    });
    expect((await send(idResultSet, 'validate')).json()).toMatchObject({ code: 'RESULT_HELD' });
    const [received] = await listWaiting();
    await testApp().staff.request({
      method: 'POST',
      url: '/v1/result/assign-received',
      payload: { idReceived: received?.idReceived, idUser: right },
    });
    expect((await findOnlySet(wrong)).values.map(({ withdrawn }) => withdrawn)).toEqual([true]);
    expect(valuesByAnalyte(await findOnlySet(right))).toEqual({ concentration: '14.5' });
    expect(
      await db().select().from(receivedResults).where(eq(receivedResults.patientId, right)),
    ).toHaveLength(1);
  });
});

describe('a preliminary HL7 value', () => {
  test.each([
    ['OBX-11 P', '', 'P'],
    ['OBX-11 R', '', 'R'],
    ['OBR-25 P', 'P', 'F'],
    ['OBR-25 R', 'R', 'F'],
    ['an unknown OBX-11', '', 'Q'],
  ])(
    'H-A5, E-10.766: cannot be validated until it is final if it is marked by %s',
    async (_what, report, status) => {
      const patient = await addPatient(db());
      const filler = `P-${report}${status}`;
      const obr = (code: string) =>
        `OBR|1||${filler}|^Hormonal|||202601140840${'|'.repeat(18)}${code}`;
      const message = (code: string, obx: string) =>
        `${makeMessage({ patient, rest: [] }).replace(/OBR\|[^\r]*/, obr(code))}${obx}\r`;
      await post(message(report, fsh('5.1', status)));
      const { idResultSet } = await findOnlySet(patient);
      expect(await findOnlySet(patient)).toMatchObject({
        isPreliminary: true,
        may: { validate: false },
      });
      expect((await send(idResultSet, 'validate')).json()).toMatchObject({
        code: 'RESULT_PRELIMINARY',
      });
      await post(message('F', fsh(status === 'P' ? '' : '5.1', status === 'P' ? 'U' : 'F')));
      expect(await findOnlySet(patient)).toMatchObject({
        isPreliminary: false,
        status: 'capturado',
      });
      await validateSet(patient);
    },
  );
});
