import { describe, expect, test } from 'vitest';
import { describeActor, groupActions, toGroupSentence, toSentence } from './activity-sentence.ts';
import { type ActivityItem, activityActions } from './calls.ts';

const ZONE = 'America/Mexico_City';
const ANA = { id: 'usr_1', name: 'Ana Núñez' };
const DELETED = { id: 'usr_1', name: null };

function makeItem(fields: Partial<ActivityItem>): ActivityItem {
  return {
    id: 1,
    at: '2026-11-01T12:00:00Z',
    actor: { kind: 'staff', name: 'Mariana Solórzano' },
    action: 'patient.updated',
    subject: { kind: 'patient', id: 'usr_1', name: null },
    patient: ANA,
    partner: null,
    status: null,
    startsAt: null,
    ...fields,
  };
}

const subject = (kind: string, name: string | null = null) => ({ kind, id: `${kind}_1`, name });
const toText = (fields: Partial<ActivityItem>) =>
  toSentence(makeItem(fields), ZONE)
    .map(({ text }) => text)
    .join('');
const findLinked = (fields: Partial<ActivityItem>) =>
  toSentence(makeItem(fields), ZONE).flatMap(({ record }) =>
    record ? [`${record.kind} ${record.id}`] : [],
  );

test('E-10.1714: attendance is named with its patient', () => {
  const recorded = { action: 'appointment.attendance_recorded' } as const;
  expect(toText({ ...recorded, subject: subject('recipe_appointment') })).toBe(
    'registró la asistencia de Ana Núñez',
  );
});

describe('the sentence of an activity', () => {
  test.each<[Partial<ActivityItem>, string]>([
    [{ action: 'patient.created' }, 'registró a Ana Núñez'],
    [
      { action: 'patient.status_changed', patient: DELETED },
      'cambió el estatus de un paciente eliminado',
    ],
    [{ action: 'record.deleted' }, 'eliminó a Ana Núñez'],
    [{ action: 'record.deleted', patient: DELETED }, 'eliminó a un paciente'],
    [{ action: 'record.restored' }, 'restauró a Ana Núñez'],
    [{ action: 'exam.created', subject: subject('exam') }, 'agregó un estudio de Ana Núñez'],
    [
      { action: 'exam.file_replaced', subject: subject('exam'), patient: DELETED },
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
      {
        action: 'appointment.updated',
        subject: subject('doctor_appointment'),
        startsAt: { from: '2001-01-02T17:00:00.000Z', to: '2001-01-03T05:30:00.000Z' },
      },
      'cambió una cita médica de Ana Núñez, del mar 2 ene 2001, 11:00 al mar 2 ene 2001, 23:30',
    ],
    [
      {
        action: 'appointment.updated',
        subject: subject('recipe_appointment'),
        status: { from: 'pending', to: 'assigned' },
        startsAt: { from: null, to: '2001-01-03T17:00:00.000Z' },
      },
      'cambió una validación de receta de Ana Núñez, de Pendiente a Asignado, para el mié 3 ene 2001, 11:00',
    ],
    [
      { action: 'prescription.uploaded', subject: subject('recipe_appointment') },
      'subió la receta de Ana Núñez',
    ],
    [
      { action: 'doctor.retired', subject: subject('doctor', 'Julia Ruiz'), patient: null },
      'dio de baja al Dr Julia Ruiz',
    ],
    [
      { action: 'doctor.updated', subject: subject('doctor', 'Julia Ruiz'), patient: null },
      'cambió los datos del Dr Julia Ruiz',
    ],
    [
      { action: 'doctor.updated', subject: subject('doctor', 'Dra. Julia Ruiz'), patient: null },
      'cambió los datos de la Dra. Julia Ruiz',
    ],
    [
      { action: 'doctor.retired', subject: subject('doctor', 'Dr. Iván Mora'), patient: null },
      'dio de baja al Dr. Iván Mora',
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
      { action: 'branch.updated', subject: subject('branch', 'Sucursal Centro'), patient: null },
      'cambió los datos de la Sucursal Centro',
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
    expect(toText(fields)).toBe(words);
  });

  test('a sentence links existing records, and no deleted ones', () => {
    expect(findLinked({ action: 'exam.created', subject: subject('exam') })).toEqual([
      'exam usr_1',
    ]);
    expect(findLinked({ patient: DELETED })).toEqual([]);
    expect(
      findLinked({
        action: 'record.restored',
        subject: subject('branch', 'Centro'),
        patient: null,
        partner: { id: 'par', name: 'Clínica Norte' },
      }),
    ).toEqual(['branch branch_1', 'partner par']);
  });

  test.each(activityActions)('the action %s has a sentence', (action) => {
    for (const kind of ['patient', 'exam', 'doctor_appointment', 'doctor', 'partner', 'prospect']) {
      expect(toText({ action, subject: subject(kind, 'X') })).toMatch(/^(\S+ó|dio) \S+/);
    }
  });
});

test.each<[Partial<ActivityItem>, string]>([
  [{}, 'Mariana Solórzano'],
  [{ actor: { kind: 'staff', name: null } }, 'Alguien del equipo'],
  [{ actor: { kind: 'operator', name: null } }, 'La línea de comandos'],
  [{ actor: { kind: 'anonymous', name: null } }, 'La landing'],
  [{ actor: { kind: 'system', name: null } }, 'El sistema'],
  [{ actor: { kind: 'system', name: null }, subject: subject('recipe_appointment') }, 'Calendly'],
])('an activity by %j has the actor %j', (fields, name) => {
  expect(describeActor(makeItem(fields))).toBe(name);
});

describe('the sentence of a change of status', () => {
  const status = (from: string | null, to: string | null) => ({ status: { from, to } });

  test.each<[Partial<ActivityItem>, string]>([
    [
      { action: 'patient.status_changed', ...status('1', '2') },
      'cambió el estatus de Ana Núñez, de Registro a Test',
    ],
    [
      { action: 'patient.status_changed', ...status(null, '3') },
      'cambió el estatus de Ana Núñez, de Acciones a Abordaje Gral',
    ],
    [
      {
        action: 'prospect.moved',
        subject: subject('prospect', 'Luis Ruiz'),
        patient: null,
        ...status('archivado', 'contacted'),
      },
      'cambió el estado del prospecto Luis Ruiz, de archivado a Contactado',
    ],
    [
      {
        action: 'appointment.updated',
        subject: subject('doctor_appointment'),
        ...status('pending', 'assigned'),
      },
      'cambió una cita médica de Ana Núñez, de Pendiente a Asignado',
    ],
  ])('S-243: names both statuses', (fields, sentence) => {
    expect(
      toSentence(makeItem(fields), ZONE)
        .map(({ text }) => text)
        .join(''),
    ).toBe(sentence);
  });
});

describe('one act on several records', () => {
  const makePatientItem = (id: string, name: string, fields: Partial<ActivityItem> = {}) =>
    makeItem({ subject: { kind: 'patient', id, name: null }, patient: { id, name }, ...fields });
  const toText = (items: readonly ActivityItem[]) =>
    toGroupSentence(items, ZONE)
      .map(({ text }) => text)
      .join('');
  const people = ['Ana', 'Luis', 'Eva', 'Omar', 'Zoe'].map((name, n) =>
    makePatientItem(`usr_${n}`, name, {
      action: 'patient.status_changed',
      status: { from: n < 2 ? '1' : '3', to: '2' },
    }),
  );

  test('S-243: is one sentence with up to three names', () => {
    expect(groupActions(people)).toEqual([people]);
    expect(toText(people)).toBe('cambió el estatus de 5 pacientes, a Test: Ana, Luis, Eva y 2 más');
    expect(toText(people.slice(0, 2))).toBe(
      'cambió el estatus de 2 pacientes, de Registro a Test: Ana, Luis',
    );
    expect(toText(people.slice(0, 1))).toBe('cambió el estatus de Ana, de Registro a Test');
  });

  test('another time, actor, kind of record or action makes a separate entry', () => {
    const first = makePatientItem('usr_1', 'Ana', { action: 'record.deleted' });
    const others = [
      { at: '2026-11-01T11:59:58Z' },
      { actor: { kind: 'staff', name: 'Otra' } as const },
      { subject: subject('prospect', 'Luis') },
      { action: 'record.restored' as const },
      // Two actions on one record stay separate.
      { subject: { kind: 'patient', id: 'usr_1', name: null } },
    ];
    for (const other of others) {
      const second = makePatientItem('usr_2', 'Luis', { action: 'record.deleted', ...other });
      expect(groupActions([first, second])).toHaveLength(2);
    }
    const deleted = makePatientItem('usr_2', 'Luis', { action: 'record.deleted' });
    expect(toText([first, deleted])).toBe('eliminó 2 pacientes: Ana, Luis');
  });
});
