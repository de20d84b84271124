import { describe, expect, test } from 'vitest';
import { sharedApplication } from '../../../testing/application.ts';
import { addPatient } from '../../../testing/records.ts';
import {
  laboratorySender,
  makeMessage,
  valuesByAnalyte,
} from '../../../testing/results/laboratory-messages.ts';

const testApp = sharedApplication({ clinicTimeZone: 'America/Mexico_City' });
const { db, post, findSets, findOnlySet, listWaiting } = laboratorySender(testApp);
const fsh = (value: string) => `OBX|1|ST|15067-2^FSH^LN||${value}|mUI/mL|||||F`;
const lh = (value: string) => `OBX|2|ST|10501-5^LH^LN||${value}|mUI/mL|||||F`;
const unknown = (value: string) => `OBX|3|ST|X9^Otra^L||${value}|mUI/mL|||||F`;

describe('decimal marks of a message', () => {
  test.each([
    ['5,2', '1.200', '1.200'],
    ['5,2', '1.200 mUI/mL', '1.200 mUI/mL'],
    ['5,2 *', '= 1.200', '= 1.200'],
    ['< 5,2', 'menor de 1.200', 'menor de 1.200'],
    ['5.2', '1,200', '1,200'],
  ])('E-10.3514: beside %s, %s is ambiguous, with a note', async (proof, written, stored) => {
    const patient = await addPatient(db());
    await post(makeMessage({ patient, study: '^Hormonal', rest: [lh(proof), fsh(written)] }));
    const { values } = await findOnlySet(patient);
    expect(values.find(({ name }) => name === 'FSH')).toMatchObject({
      ...{ analyte: null, value: null, text: expect.stringContaining(stored) },
      note: expect.stringMatching(/dos maneras/),
    });
  });

  test('E-10.3514: an ambiguous value without an analyte is a text with a note', async () => {
    const patient = await addPatient(db());
    await post(makeMessage({ patient, study: '^Hormonal', rest: [lh('5,2'), unknown('1.200')] }));
    const { values } = await findOnlySet(patient);
    expect(values.find(({ name }) => name === 'Otra')).toMatchObject({
      ...{ value: null, text: expect.stringContaining('1.200') },
      note: expect.stringMatching(/dos maneras/),
    });
  });

  test.each([
    ['1.200,5', '1.100', '1100'],
    ['1,200.5', '1,100', '1100'],
    ['5.2', '1.100', '1.1'],
  ])('E-10.3514: beside %s, %s is %s', async (proof, written, stored) => {
    const patient = await addPatient(db());
    const study = { patient, study: '^Hormonal' };
    await post(makeMessage({ ...study, rest: [unknown(proof), fsh(written)] }));
    const sets = await findSets(patient);
    const values = sets.map(valuesByAnalyte);
    const waiting = (await listWaiting()).flatMap((one) => one.values);
    const found = values[0]?.fsh ?? waiting.find(({ analyte }) => analyte === 'fsh')?.value;
    expect(found).toBe(stored);
  });
});

describe('the patient of a message', () => {
  test('E-10.3515: a message with the ids of two patients waits', async () => {
    const [one, other] = [await addPatient(db()), await addPatient(db())];
    const message = makeMessage().replace(/PID\|1\|\|[^|]*/, `PID|1|${other}|${one}^^^SIMIENTE`);
    await post(message);
    expect([...(await findSets(one)), ...(await findSets(other))]).toEqual([]);
    expect(await listWaiting()).toMatchObject([
      { reason: 'patient-differs', evidence: { patient: `${one} / ${other}` } },
    ]);
  });

  test('E-10.3516: another sex than the patient’s waits, and its correction does not', async () => {
    const patient = await addPatient(db(), { sex: 'male' });
    const withSex = (sex: string) => post(makeMessage({ patient, filler: '', name: `|||${sex}` }));
    await withSex('F');
    expect(await findSets(patient)).toEqual([]);
    expect(await listWaiting()).toMatchObject([{ reason: 'patient-differs' }]);
    await withSex('M');
    await findOnlySet(patient);
  });

  test.each(['M', 'U', ''])('E-10.3516: the sex «%s» does not contradict a man', async (sex) => {
    const patient = await addPatient(db(), { sex: 'male' });
    await post(makeMessage({ patient, name: `|||${sex}` }));
    await findOnlySet(patient);
  });
});

describe('an OBR without a date', () => {
  const obr = (filler: string, date: string) => `OBR|2||${filler}|^Hormonal|||${date}`;
  const send = async (collectedAt: string, ...rest: readonly string[]) => {
    const patient = await addPatient(db());
    await post(makeMessage({ patient, study: '^Hormonal', filler: 'A', collectedAt, rest }));
    return findSets(patient);
  };

  test.each([
    ['202601140840', ''],
    ['', '202601140840'],
  ])('E-10.3517: belongs to the dated sample of its study: «%s», «%s»', async (first, second) => {
    const [set, ...others] = await send(first, fsh('5'), obr('B', second), lh('4'));
    expect(others).toEqual([]);
    expect(set).toMatchObject({
      collectedAt: '2026-01-14T14:40:00.000Z',
      collectedTimeKnown: true,
    });
    expect(set && valuesByAnalyte(set)).toEqual({ fsh: '5', lh: '4' });
  });

  test('E-10.3517: belongs to neither of two dated samples', async () => {
    const dated = [obr('B', '202601150840'), fsh('6'), obr('C', ''), lh('4')];
    expect(await send('202601140840', fsh('5'), ...dated)).toHaveLength(3);
  });
});
