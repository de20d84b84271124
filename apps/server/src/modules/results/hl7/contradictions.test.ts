import { describe, expect, test } from 'vitest';
import { sharedApplication } from '../../../testing/application.ts';
import { addPatient } from '../../../testing/records.ts';
import {
  laboratorySender,
  makeMessage,
  parseAcknowledgment,
  valuesByAnalyte,
} from '../../../testing/results/laboratory-messages.ts';

const testApp = sharedApplication({ clinicTimeZone: 'America/Mexico_City' });
const { db, post, findSets, findOnlySet, listWaiting } = laboratorySender(testApp);
const fsh = (value: string, status = 'F', unit = 'mUI/mL', more = '') =>
  `OBX|1|ST|15067-2^FSH^LN||${value}|${unit}|||||${status}${more}`;
const lh = (value: string, status = 'F', more = '') =>
  `OBX|2|ST|10501-5^LH^LN||${value}|mUI/mL|||||${status}${more}`;

async function send(...messages: readonly (readonly string[])[]) {
  const patient = await addPatient(db());
  const filler = `S-${patient}`;
  for (const [index, rest] of messages.entries()) {
    const sentAt = `2026011410000${index}-0600`;
    const message = makeMessage({ patient, filler, study: '^Hormonal', sentAt, rest });
    expect(parseAcknowledgment(await post(message))[0]).toBe('AA');
  }
  return findOnlySet(patient);
}
const values = async (...messages: readonly (readonly string[])[]) =>
  valuesByAnalyte(await send(...messages));

describe('an observation', () => {
  test('E-10.3020: keeps every repetition of a coded value', async () => {
    const organisms = 'A^Escherichia coli^L~B^Staphylococcus aureus^L';
    expect(await values([`OBX|1|CWE|X1^Cultivo^L||${organisms}||||||F`])).toEqual({
      Cultivo: 'Escherichia coli\nStaphylococcus aureus',
    });
  });

  test('E-10.3021: has its value although its state is U', async () => {
    const set = await send([fsh('5', 'P')], [fsh('7', 'U')]);
    expect(set.isPreliminary).toBe(false);
    expect(valuesByAnalyte(set)).toEqual({ fsh: '7' });
  });

  test('E-10.3021: keeps the reason if it could not be obtained', async () => {
    const { FSH } = await values([fsh('Muestra hemolizada', 'X'), lh('4')]);
    expect(FSH).toMatch(/no pudo obtener.*Muestra hemolizada/);
  });

  test.each([
    ['X', [fsh('5.1', 'F', 'bolas'), fsh('', 'X')]],
    ['D', [fsh('5.1', 'F', 'bolas'), fsh('', 'D')]],
  ] as const)(
    'E-10.3519: %s beside a value of an unknown unit in a later message does not remove the value',
    async (_, both) => {
      const set = await send([lh('4')], both);
      expect(valuesByAnalyte(set)).toEqual({ FSH: '5.1', lh: '4' });
    },
  );

  test.each([
    ['P', 'F', { fsh: '6', lh: '4' }],
    ['F', 'P', { fsh: '5', lh: '4' }],
    ['F', 'C', { fsh: '6', 'FSH (2)': '5', lh: '4' }],
  ] as const)(
    'E-10.3021: %s and %s in one message: the later state decides',
    async (one, other, all) => {
      const set = await send([fsh('5', one), fsh('6', other), lh('4')]);
      expect(valuesByAnalyte(set)).toEqual(all);
      expect(set.isPreliminary).toBe(false);
    },
  );

  test.each([
    ['ng/dL^nmol/L^L', null],
    ['U12^nmol/L^L', 'nmol/L'],
    ['^^L^nmol/L^nmol/L^UCUM', 'nmol/L'],
  ])('E-10.3022: the unit of %s is %s', async (unit, stored) => {
    const { values } = await send([`OBX|1|NM|2986-8^Testosterona^LN||10.8|${unit}|||||F`]);
    const found = values.find(({ analyte }) => analyte === 'testosterone');
    expect(found?.unit ?? null).toBe(stored);
  });

  test.each(['+5.2', '= 5.2', '5.20'])('E-10.3022: «%s» is a number', async (written) => {
    expect(await values([fsh(written)])).toEqual({ fsh: '5.2' });
  });

  test('E-10.3023: values of several days have no time of collection, which is shown', async () => {
    const patient = await addPatient(db());
    const at = (day: string) => `|||202601${day}0800`;
    const rest = [fsh('5', 'F', 'mUI/mL', at('10')), lh('4', 'F', at('12'))];
    await post(makeMessage({ patient, study: '^Hormonal', collectedAt: '', rest }));
    const set = await findOnlySet(patient);
    expect(set.collectedAt).toBeNull();
    expect(valuesByAnalyte(set)['Fechas que no se guardaron']).toContain('2026-01-12');
  });

  test('E-10.3023: values of several methods have no common method', async () => {
    const by = (method: string) => `||||||${method}`;
    const set = await send([fsh('5', 'F', 'mUI/mL', by('RIA')), lh('4', 'F', by('ELISA'))]);
    expect(set.method).toBeNull();
    expect(valuesByAnalyte(set)['Métodos']).toBe('FSH: RIA\nLH: ELISA');
    expect((await send([fsh('5', 'F', 'mUI/mL', by('RIA')), lh('4')])).method).toBe('RIA');
  });

  test('E-10.3857: a method that is too long ends with an ellipsis', async () => {
    const { method } = await send([fsh('5', 'F', 'mUI/mL', `||||||${'a'.repeat(101)}`)]);
    expect(method).toBe(`${'a'.repeat(99)}…`);
  });
});

describe('a message', () => {
  const message = (patient: string) =>
    makeMessage({ patient, study: '^Hormonal', rest: [fsh('5')] });

  test.each(['T', 'D'])('E-10.3024: is marked as a test if its processing id is %s', async (id) => {
    const patient = await addPatient(db());
    await post(message(patient).replace('|P|2.5.1', `|${id}|2.5.1`));
    const stored = { fsh: '5', 'Aviso del mensaje': `Mensaje de prueba (MSH-11 «${id}»).` };
    expect(valuesByAnalyte(await findOnlySet(patient))).toEqual(stored);
  });

  test.each(['F', 'C', 'D'])(
    'E-10.4123: a test message is rejected, with the answer AE, instead of changing a stored value by %s',
    async (status) => {
      const patient = await addPatient(db());
      const facts = { patient, study: '^Hormonal', filler: 'T-1' };
      await post(makeMessage({ ...facts, rest: [fsh('5')] }));
      const change = makeMessage({ ...facts, rest: [fsh('9', status)] });
      const answer = parseAcknowledgment(await post(change.replace('|P|2.5.1', '|T|2.5.1')));
      expect(answer.slice(0, 2)).toEqual(['AE', expect.stringContaining('de prueba')]);
      expect(valuesByAnalyte(await findOnlySet(patient))).toEqual({ fsh: '5' });
    },
  );

  test('E-10.4155: a test message is accepted if it changes only its own results', async () => {
    for (const patient of [await addPatient(db()), 'usr_nobody']) {
      const second = 'OBR|2||T-2|^Hormonal|||202601140841';
      const rest = [fsh('5'), second, lh('4')];
      const first = makeMessage({ patient, study: '^Hormonal', filler: 'T-2', rest });
      const answer = parseAcknowledgment(await post(first.replace('|P|2.5.1', '|T|2.5.1')));
      expect(answer[0]).toBe('AA');
    }
  });

  test('E-10.3024: is rejected if its batch was cut off', async () => {
    const patient = await addPatient(db());
    const batch = (end: string) => `FHS|^~\\&|LIS\rBHS|^~\\&|LIS\r${message(patient)}${end}`;
    for (const end of ['BTS|3\rFTS|1\r', '']) {
      expect(parseAcknowledgment(await post(batch(end)))[0]).toBe('AR');
    }
    expect(parseAcknowledgment(await post(batch('BTS|1\rFTS|1\r')))[0]).toBe('AA');
    expect(await findSets(patient)).toHaveLength(1);
  });

  test('E-10.3024: is read as UTF-8 if it is UTF-8, although it names another character set', async () => {
    const patient = await addPatient(db());
    const facts = { patient, characterSet: '8859/1', study: '^Hormonal' };
    await post(makeMessage({ ...facts, rest: [fsh('5'), 'NTE|1||Niño'] }));
    const found = valuesByAnalyte(await findOnlySet(patient));
    expect(found['Comentarios del laboratorio']).toBe('FSH: Niño');
  });

  test('E-10.3025: waits if it corrects a result without its number and day', async () => {
    const patient = await addPatient(db());
    const facts = { patient, study: '^Hormonal', filler: '', collectedAt: '' };
    await post(makeMessage({ ...facts, rest: [fsh('5')] }));
    const answer = await post(makeMessage({ ...facts, rest: [fsh('6', 'C')] }));
    expect(parseAcknowledgment(answer)[1]).toContain('En espera');
    expect(await findSets(patient)).toHaveLength(1);
    expect(await listWaiting()).toMatchObject([{ reason: 'maybe-repeated' }]);
  });
});

describe('a second message about a sample, with another number', () => {
  const patient = () => addPatient(db());
  const message = (id: string, days: string, value: string, method: string) =>
    makeMessage({
      ...{ patient: id, study: '^Hormonal' },
      rest: [
        `${value}||||||${method}`,
        ...(days === '' ? [] : [`OBX|9|NM|10587-4^Abstinencia^LN||${days}|d|||||F`]),
      ],
    });

  test('E-10.3033: completes the facts of the sample, and keeps the method of its values', async () => {
    const id = await patient();
    await post(message(id, '', fsh('5'), 'RIA'));
    await post(message(id, '3', lh('4'), 'ELISA'));
    const set = await findOnlySet(id);
    expect(set).toMatchObject({ abstinenceDays: '3', method: 'RIA' });
    const stored = { fsh: '5', lh: '4', 'Método de los valores agregados': 'ELISA' };
    expect(valuesByAnalyte(set)).toEqual(stored);
  });

  test('E-10.3033: waits if it has another abstinence', async () => {
    const id = await patient();
    await post(message(id, '3', fsh('5'), 'RIA'));
    await post(message(id, '5', lh('4'), 'RIA'));
    expect(await listWaiting()).toMatchObject([{ reason: 'other-values' }]);
    expect((await findOnlySet(id)).abstinenceDays).toBe('3');
  });
});
