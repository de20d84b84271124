import { describe, expect, test } from 'vitest';
import { actorOf, sentenceOf } from './activity-sentence.ts';
import { type ActivityItem, activityActions } from './dashboard.ts';

const ANA = { id: 'usr_1', name: 'Ana Núñez' };
const BINNED = { id: 'usr_1', name: null };

function item(fields: Partial<ActivityItem>): ActivityItem {
  return {
    id: 1,
    at: '2026-11-01T12:00:00Z',
    actor: { kind: 'staff', name: 'Mariana Solórzano' },
    action: 'patient.updated',
    subject: { kind: 'patient', id: 'usr_1', name: null },
    patient: ANA,
    partner: null,
    ...fields,
  };
}

const subject = (kind: string, name: string | null = null) => ({ kind, id: `${kind}_1`, name });
const told = (fields: Partial<ActivityItem>) =>
  sentenceOf(item(fields))
    .map(({ text }) => text)
    .join('');
const linked = (fields: Partial<ActivityItem>) =>
  sentenceOf(item(fields)).flatMap(({ record }) => (record ? [`${record.kind} ${record.id}`] : []));

describe('a sentence', () => {
  test.each<[Partial<ActivityItem>, string]>([
    [{ action: 'patient.created' }, 'registró a Ana Núñez'],
    [
      { action: 'patient.status_changed', patient: BINNED },
      'cambió el estatus de un paciente eliminado',
    ],
    [{ action: 'record.deleted' }, 'eliminó a Ana Núñez'],
    [{ action: 'record.deleted', patient: BINNED }, 'eliminó a un paciente'],
    [{ action: 'record.restored' }, 'restauró a Ana Núñez'],
    [{ action: 'exam.created', subject: subject('exam') }, 'agregó un estudio de Ana Núñez'],
    [
      { action: 'exam.file_replaced', subject: subject('exam'), patient: BINNED },
      'cambió el archivo de un estudio de un paciente eliminado',
    ],
    [
      { action: 'appointment.created', subject: subject('doctor_appointment') },
      'creó una cita médica de Ana Núñez',
    ],
    [
      { action: 'appointment.updated', subject: subject('recipe_appointment'), patient: null },
      'cambió una validación de receta sin paciente',
    ],
    [
      { action: 'prescription.uploaded', subject: subject('recipe_appointment') },
      'subió la receta de Ana Núñez',
    ],
    [
      { action: 'doctor.retired', subject: subject('doctor', 'Julia Ruiz'), patient: null },
      'retiró al Dr Julia Ruiz',
    ],
    [
      { action: 'doctor.updated', subject: subject('doctor', 'Julia Ruiz'), patient: null },
      'cambió los datos del Dr Julia Ruiz',
    ],
    [
      {
        action: 'record.restored',
        subject: subject('branch', 'Centro'),
        patient: null,
        partner: { id: 'par', name: 'Clínica Norte' },
      },
      'restauró la sucursal Centro de Clínica Norte',
    ],
    [
      { action: 'record.deleted', subject: subject('branch'), patient: null },
      'eliminó una sucursal',
    ],
    [
      { action: 'record.deleted', subject: subject('prospect', null), patient: null },
      'eliminó a un prospecto',
    ],
    [{ action: 'data.imported', subject: null, patient: null }, 'importó datos'],
    [
      { action: 'record.deleted', subject: subject('otra cosa'), patient: null },
      'eliminó un registro',
    ],
  ])('of %j is %j', (fields, words) => {
    expect(told(fields)).toBe(words);
  });

  test('a sentence links existing records, and no deleted ones', () => {
    expect(linked({ action: 'exam.created', subject: subject('exam') })).toEqual(['exam usr_1']);
    expect(linked({ patient: BINNED })).toEqual([]);
    expect(
      linked({
        action: 'record.restored',
        subject: subject('branch', 'Centro'),
        patient: null,
        partner: { id: 'par', name: 'Clínica Norte' },
      }),
    ).toEqual(['branch branch_1', 'partner par']);
  });

  test.each(activityActions)('the action %s has a sentence', (action) => {
    for (const kind of ['patient', 'exam', 'doctor_appointment', 'doctor', 'partner', 'prospect']) {
      expect(told({ action, subject: subject(kind, 'X') })).toMatch(/^(\S+ó|dio) \S+/);
    }
  });
});

test.each<[Partial<ActivityItem>, string]>([
  [{}, 'Mariana Solórzano'],
  [{ actor: { kind: 'staff', name: null } }, 'Alguien del equipo'],
  [{ actor: { kind: 'operator', name: null } }, 'La línea de comandos'],
  [{ actor: { kind: 'anonymous', name: null } }, 'La página pública'],
  [{ actor: { kind: 'system', name: null } }, 'El sistema'],
  [{ actor: { kind: 'system', name: null }, subject: subject('recipe_appointment') }, 'Calendly'],
])('%j was done by %j', (fields, name) => {
  expect(actorOf(item(fields))).toBe(name);
});
