import { expect, test } from 'vitest';
import { buildHistory } from './histories.ts';
import { withOverrides } from './overrides.ts';
import { buildPatient } from './patients.ts';
import { createContext } from './random.ts';

const now = new Date('2026-11-20T15:00:00Z');

test('an override changes a deep field and leaves the rest', () => {
  const context = createContext({ seed: 3, now });
  const patient = buildPatient(context, { name: 'Íñigo Núñez', status: 3 });
  const history = buildHistory(context, patient, {
    MedicalReportData: { examReportIA: { message: 'Hola' } },
  });
  expect(history.name).toBe('Íñigo Núñez');
  expect(history.userData.test.userName).toBe('Íñigo Núñez');
  expect(history.MedicalReportData.examReportIA.message).toBe('Hola');
  expect(history.MedicalReportData.firstMedicalReport.message).not.toBe('Hola');
});

test('an override replaces lists whole, removes undefined fields, and changes neither input', () => {
  const record: { list: number[]; gone?: string; date: string | { _seconds: number } } = {
    list: [1, 2, 3],
    gone: 'x',
    date: '2026-01-01',
  };
  const merged = withOverrides(record, { list: [9], gone: undefined, date: { _seconds: 5 } });
  expect(merged).toStrictEqual({ list: [9], date: { _seconds: 5 } });
  expect(record).toStrictEqual({ list: [1, 2, 3], gone: 'x', date: '2026-01-01' });
});
