import { expect, test } from 'vitest';
import type { TrailEntry } from './audit.ts';
import { ownSentence } from './audit-sentence.ts';

function entry(changes: Partial<TrailEntry>): TrailEntry {
  return {
    id: 1,
    at: '2026-10-12T15:42:40.000Z',
    actor: { kind: 'staff', name: 'Mariana Solórzano' },
    action: 'record.deleted',
    subject: { kind: 'prospect', name: null, date: null },
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
  const named = { kind: 'partner', name: 'Laboratorio Almena', date: null };
  expect(ownSentence(entry({ subject: named }))).toBe('Eliminaste el registro Laboratorio Almena');
  const patient = { idUser: 'usr_1', name: null };
  expect(ownSentence(entry({ patient }))).toBe('Eliminaste el registro de un paciente eliminado');
  expect(ownSentence(entry({}))).toBe('Eliminaste el registro de un prospecto');
});

test('a list of branches names its partner', () => {
  const subject = { kind: 'partner', name: 'Laboratorio Almena', date: null };
  expect(ownSentence(entry({ action: 'branches.listed', subject }))).toBe(
    'Consultaste la lista de sucursales del partner Laboratorio Almena',
  );
});
