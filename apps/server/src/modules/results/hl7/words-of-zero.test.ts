import { expect, test } from 'vitest';
import { sharedApplication } from '../../../testing/application.ts';
import { addPatient } from '../../../testing/records.ts';
import { laboratorySender, makeMessage } from '../../../testing/results/laboratory-messages.ts';

const testApp = sharedApplication({ clinicTimeZone: 'America/Mexico_City' });
const { db, post, findOnlySet } = laboratorySender(testApp);

test.each([
  ['ST', 'No se observan espermatozoides'],
  ['TX', 'NO SE OBSERVARON ESPERMATOZOIDES EN EL SEDIMENTO'],
  ['ST', 'No se observan espermatozoides después de centrifugar'],
  ['ST', 'Ausencia de espermatozoides'],
  ['CE', 'AUS^Ausencia de espermatozoides^L'],
  ['FT', 'Azoospermia'],
  ['NM', 'Azoospermia.'],
  ['ST', 'No hay espermatozoides'],
  ['ST', 'No se observa presencia de espermatozoides en la muestra'],
  ['ST', 'Espermatozoides ausentes'],
  ['TX', 'Muestra azoospérmica'],
])(
  'H-A10, E-10.1374: a count that a laboratory sends as %s %j is zero with its words, and the pellet is required',
  async (type, written) => {
    const patient = await addPatient(db());
    const obx = `OBX|1|${type}|9780-8^Concentración^LN||${written}|10*6/mL|≥ 16|||||F`.replace(
      '|||||F',
      '||||F',
    );
    await post(makeMessage({ patient, filler: `Z-${written}`, rest: [obx] }));
    const set = await findOnlySet(patient);
    expect(set.values[0]).toMatchObject({
      analyte: 'concentration',
      value: '0',
      text: written.includes('^') ? 'Ausencia de espermatozoides' : written,
    });
    expect(JSON.stringify(set.checks)).toMatch(/sedimento|centrifug/i);
  },
);
