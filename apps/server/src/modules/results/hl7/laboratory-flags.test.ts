import { describe, expect, test } from 'vitest';
import { sharedApplication } from '../../../testing/application.ts';
import { addPatient } from '../../../testing/records.ts';
import { laboratorySender, makeMessage } from '../../../testing/results/laboratory-messages.ts';

const testApp = sharedApplication({ clinicTimeZone: 'America/Mexico_City' });
const { db, post, findOnlySet, listWaiting } = laboratorySender(testApp);

const prolactin = (flag: string, value = '48', status = 'F') =>
  `OBX|1|NM|2842-3^Prolactina^LN||${value}|ng/mL|ver nota|${flag}|||${status}`;

const messageFor = (patient: string, filler: string, ...rest: readonly string[]) =>
  makeMessage({ patient, study: '^Hormonal', filler, rest: [...rest] });

describe('the flag of a laboratory (OBX-8)', () => {
  test.each([
    ['HH', 'HH'],
    ['H~A', 'H, A'],
    ['LL^Critically low^HL70078', 'LL'],
    ['^Alto', 'Alto'],
    ['', null],
    ['""', null],
  ])('H-A12, E-10.1370: %j beside an unreadable range is stored as %j', async (written, flag) => {
    const patient = await addPatient(db());
    await post(messageFor(patient, `F-${written}`, prolactin(written)));
    expect((await findOnlySet(patient)).values[0]).toMatchObject({
      value: '48',
      flag: null,
      laboratoryFlag: flag,
    });
  });

  test.each([
    ['48 HH', 'HH'],
    ['48*', '*'],
    ['48 ng/mL H', 'H'],
    ['48 (ALTO)', 'ALTO'],
    ['↑ 48', '↑'],
  ])(
    'H-A12, E-10.2356, E-10.3710: the flag in «%s» is not part of the number',
    async (value, flag) => {
      const patient = await addPatient(db());
      await post(messageFor(patient, `M-${flag}`, prolactin('', value)));
      expect((await findOnlySet(patient)).values[0]).toMatchObject({
        analyte: 'prolactin',
        value: '48',
        laboratoryFlag: flag,
      });
    },
  );

  test('H-A12, E-10.1370, E-10.4005: is a change even if nothing else changes, and the earlier flag stays readable', async () => {
    const patient = await addPatient(db());
    await post(messageFor(patient, 'G-1', prolactin('H')));
    await post(messageFor(patient, 'G-1', prolactin('HH')));
    // A missing flag changes none.
    await post(messageFor(patient, 'G-1', prolactin('')));
    const [value] = (await findOnlySet(patient)).values;
    expect(value).toMatchObject({ laboratoryFlag: 'HH', earlier: [{ laboratoryFlag: 'H' }] });
    expect(value?.earlier).toHaveLength(1);
  });

  test('H-A12, E-10.1370: is kept when a preliminary value becomes final', async () => {
    const patient = await addPatient(db());
    await post(messageFor(patient, 'K-1', prolactin('HH', '48', 'P')));
    await post(messageFor(patient, 'K-1', prolactin('', '', 'U')));
    expect((await findOnlySet(patient)).values[0]).toMatchObject({
      preliminary: false,
      laboratoryFlag: 'HH',
    });
  });

  test('H-A12, E-10.1370: is kept if only one of two equal values in a message has it', async () => {
    const patient = await addPatient(db());
    await post(messageFor(patient, 'D-1', prolactin(''), prolactin('HH')));
    const { values } = await findOnlySet(patient);
    expect(values.map(({ laboratoryFlag }) => laboratoryFlag)).toEqual(['HH']);
  });

  test('H-A12, E-10.1370: is shown on a result without a patient', async () => {
    await post(messageFor('usr_nobody', 'W-1', prolactin('HH')));
    expect((await listWaiting())[0]?.values[0]).toMatchObject({ laboratoryFlag: 'HH' });
  });
});
