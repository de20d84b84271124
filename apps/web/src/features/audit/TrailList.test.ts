import type { TrailEntry } from '@simiente/contract/audit/calls';
import { accessSentence } from '@simiente/contract/audit/sentence';
import { expect, test } from 'vitest';
import { visitsByDay } from './TrailList.tsx';

let id = 100;
function entry(at: string, action: string, changes: Partial<TrailEntry> = {}): TrailEntry {
  id -= 1;
  return {
    id,
    at,
    actor: { kind: 'staff', name: 'Mariana Solórzano', email: 'mariana@simiente.example' },
    action,
    subject: { kind: 'patient', id: null, name: null, date: null },
    patient: null,
    fields: [],
    address: '10.0.0.1',
    background: false,
    appeared: false,
    times: 1,
    ...changes,
  };
}

test('‘Accesos’ groups the actions of one user within a minute as one visit, in order, without repetitions', () => {
  const days = visitsByDay(
    [
      entry('2026-10-12T15:42:40.000Z', 'patient.history_read'),
      entry('2026-10-12T15:42:30.000Z', 'patient.read'),
      entry('2026-10-12T15:42:25.000Z', 'patient.history_read'),
      entry('2026-10-12T15:42:20.000Z', 'patient.read', { address: '10.0.0.2' }),
      entry('2026-10-12T15:41:00.000Z', 'patient.updated', { fields: ['name', 'email'] }),
      entry('2026-10-11T15:41:00.000Z', 'patient.read', { background: true }),
    ],
    accessSentence,
    'America/Mexico_City',
  );
  expect(
    days.map(({ name, visits }) => [
      name,
      visits.map(({ clock, sentences }) => [
        clock,
        sentences.map(({ sentence, times }) => [sentence, times]),
      ]),
    ]),
  ).toEqual([
    [
      '12 oct 2026',
      [
        [
          '9:42',
          [
            ['Consultó los informes, las citas y los estudios', 2],
            ['Abrió el expediente', 1],
          ],
        ],
        ['9:42', [['Abrió el expediente', 1]]],
        ['9:41', [['Cambió los datos: nombre, correo', 1]]],
      ],
    ],
    ['11 oct 2026', [['9:41', [['Abrió el expediente', 1]]]]],
  ]);
});
