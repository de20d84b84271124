import { expect, test } from 'vitest';
import { sharedApplication } from '../../../testing/application.ts';
import { fetchExport } from '../../../testing/calls/list-exports.ts';
import { fetchRecord } from '../../../testing/calls/patient-record.ts';
import { addPatient } from '../../../testing/records.ts';
import { laboratorySender, makeMessage } from '../../../testing/results/laboratory-messages.ts';

const testApp = sharedApplication({ clinicTimeZone: 'America/Mexico_City' });
const { db, post } = laboratorySender(testApp);

const rest = [
  'OBX|1|ST|9780-8^Concentración^LN||No se observaron|10*6/mL|≥ 16|L|||F',
  'OBX|2|NM|3160-9^Volumen^LN||2.35|mL|≥ 1.4||||F',
];

test('E-10.3252: exports mark a waiting sample, and a zero in words has no unit', async () => {
  const [one, other] = [await addPatient(db()), await addPatient(db())];
  await post(makeMessage({ patient: one, rest, filler: 'M1' }));
  await post(makeMessage({ patient: other, rest, filler: 'M1' }));
  const { rows } = await fetchExport(testApp().staff, 'patientResults', { idUser: one });
  expect(rows[0]).toContain('Capturado, en espera');
  const { page, record } = await fetchRecord(testApp().staff, one);
  expect(page).toContain('<dt>Estado</dt><dd>Capturado, en espera</dd>');
  expect(page).toContain(
    '<dt>Concentración</dt><dd>No se observaron (≥ 16), Según el laboratorio: L</dd>',
  );
  expect(record.results[0]).toMatchObject({
    received: null,
    // The other patient's identity and values stay out of this record.
    laterReceived: [{ state: 'waiting', reason: 'moved', patientText: null, values: [] }],
  });
});

test('E-10.3253: a list export rounds a derived value like every screen', async () => {
  const patient = await addPatient(db());
  const semen = [
    'OBX|1|NM|9780-8^Concentración^LN||14.5|10*6/mL|||||F',
    'OBX|2|NM|3160-9^Volumen^LN||2.35|mL|||||F',
    'OBX|3|NM|14194-5^PR^LN||31|%|||||F',
  ];
  await post(makeMessage({ patient, rest: semen }));
  const { rows } = await fetchExport(testApp().staff, 'patientResults', { idUser: patient });
  expect(rows[0]?.join('\n')).toContain('móviles progresivos totales: 10.56 ×10⁶ por eyaculado');
});
