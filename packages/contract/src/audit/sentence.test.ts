import { expect, test } from 'vitest';
import type { TrailEntry } from './calls.ts';
import { describeFact } from './facts.ts';
import { accessSentence, ownSentence } from './sentence.ts';

const ZONE = 'America/Mexico_City';

function makeEntry(changes: Partial<TrailEntry>): TrailEntry {
  return {
    id: 1,
    at: '2026-10-12T15:42:40.000Z',
    actor: { kind: 'staff', name: 'Mariana Solórzano', email: 'ana@example.org' },
    action: 'record.deleted',
    subject: { kind: 'prospect', id: null, name: null, date: null },
    patient: null,
    fields: [],
    address: null,
    background: false,
    appeared: false,
    times: 1,
    ...changes,
  };
}

test('a deleted record is named by its name, its owner, or its kind', () => {
  const named = { kind: 'partner', id: null, name: 'Laboratorio Almena', date: null };
  expect(ownSentence(makeEntry({ subject: named }), ZONE)).toBe(
    'Eliminaste el registro Laboratorio Almena',
  );
  const patient = { idUser: 'usr_1', name: null };
  expect(ownSentence(makeEntry({ patient }), ZONE)).toBe(
    'Eliminaste el registro de un paciente eliminado',
  );
  expect(ownSentence(makeEntry({}), ZONE)).toBe('Eliminaste el registro de un prospecto');
});

test('a name that includes its noun does not repeat it', () => {
  const subject = { kind: 'branch', id: null, name: 'Sucursal Centro', date: null };
  expect(ownSentence(makeEntry({ action: 'branch.created', subject }), ZONE)).toBe(
    'Creaste la Sucursal Centro',
  );
});

test('a list of branches names its partner', () => {
  const subject = { kind: 'partner', id: null, name: 'Laboratorio Almena', date: null };
  expect(ownSentence(makeEntry({ action: 'branches.listed', subject }), ZONE)).toBe(
    'Consultaste la lista de sucursales del partner Laboratorio Almena',
  );
});

test('E-9.14: an appointment has its time in the clinic’s zone, then in UTC', () => {
  const subject = {
    kind: 'doctor_appointment',
    id: null,
    name: null,
    date: '2025-11-06T17:00:00.000Z',
  };
  const patient = { idUser: 'usr_1', name: 'Ana Ruiz' };
  const read = makeEntry({ action: 'appointment.read', subject, patient });
  expect(accessSentence(read, ZONE)).toBe(
    'Consultó la cita del jue 6 nov 2025, 11:00 (11/06/2025 | 5:00 PM UTC)',
  );
  expect(ownSentence(read, ZONE)).toBe(
    'Consultaste la cita del jue 6 nov 2025, 11:00 (11/06/2025 | 5:00 PM UTC) de Ana Ruiz',
  );
});

test('T-L4: an opened delivery names the account that created it', () => {
  const subject = { kind: 'report_delivery', id: null, name: 'Ana Ríos', date: null };
  const actor = { kind: 'anonymous', name: null, email: null } as const;
  expect(
    accessSentence(makeEntry({ action: 'report_delivery.opened', actor, subject }), ZONE),
  ).toBe('Abrió el informe con su enlace · entrega de Ana Ríos');
});

test.each([
  ['patient.created', 'Creaste el expediente de Ana Ruiz'],
  ['patient.merged', 'Fusionaste con otro el expediente de Ana Ruiz'],
  ['prospects.listed', 'Consultaste los prospectos de Ana Ruiz'],
  ['report.confirmed', 'Confirmaste que sigue siendo válido el informe de Ana Ruiz'],
  ['record.shown', 'Conflicto con cambios de otra persona en el registro de Ana Ruiz'],
])(
  'E-10.3970: the sentence for a user’s own act %s reads well with the name of its patient',
  (action, sentence) => {
    const patient = { idUser: 'usr_1', name: 'Ana Ruiz' };
    expect(ownSentence(makeEntry({ action, patient }), ZONE)).toBe(sentence);
  },
);

test.each([
  ['list', 'orderDownloads', 'Lista', 'Órdenes descargadas'],
  ['filter.sort', '-createDate', 'Filtro: orden', 'Fecha de creación, descendente'],
  ['filter.sort', 'at', 'Filtro: orden', 'Fecha'],
])('E-10.3971: the detail %s with the value %s has no internal name', (name, value, ...words) => {
  expect(Object.values(describeFact({ name, value }))).toEqual(words);
});

test.each(['audit', 'patients', 'constructor'])(
  'E-10.4061: the reason %s is shown as typed, although an internal name is equal to it',
  (value) => {
    expect(describeFact({ name: 'reason', value })).toEqual({ name: 'Motivo', value });
  },
);
