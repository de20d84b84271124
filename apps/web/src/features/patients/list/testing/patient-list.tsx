import type { PatientPage, PatientSummary } from '@simiente/contract/patients/calls';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect } from 'vitest';
import { makePatientSummary } from '../../../../testing/patients.ts';
import { openScreen } from '../../../../testing/screen.tsx';
import { type Answers, errorResponse, type WireRequest } from '../../../../testing/wire.ts';

export const makePatient = (name: string, status: number) =>
  makePatientSummary({
    idUser: `usr_${name.toLowerCase()}`,
    name: `${name} Pérez`,
    email: `${name.toLowerCase()}@example.org`,
    createDate: '2026-03-05T06:10:00.000Z',
    status,
  });

interface Stored {
  patients: PatientSummary[];
  deleted: PatientSummary[];
  /** The idempotency key of each restoration. */
  restorationKeys: (string | null)[];
}

/** Records on the server. */
export const stored: Stored = { patients: [], deleted: [], restorationKeys: [] };

/** Gives the server seven patients, none of them deleted. */
export function resetStored(): void {
  const statuses = { Ana: 1, Beto: 2, Ciro: 7, Dora: 2, Elio: 1, Fito: 3, Gael: 1 };
  stored.patients = Object.entries(statuses).map(([name, status]) => makePatient(name, status));
  stored.deleted = [];
  stored.restorationKeys = [];
}

const toStatusGroup = (status: number | null) =>
  status !== null && status >= 1 && status <= 3 ? status : 4;
const countInGroup = (filter: number) =>
  stored.patients.filter(({ status }) => toStatusGroup(status) === filter).length;

export function makePage({ query }: Pick<WireRequest, 'query'>): PatientPage {
  const filter = Number(query.get('status') ?? 0);
  const found = stored.patients.filter(
    ({ status }) => filter === 0 || toStatusGroup(status) === filter,
  );
  const from = Number(query.get('cursor') ?? 0);
  const isLast = from + 50 >= found.length;
  return {
    userData: found.slice(from, from + 50),
    counts: { 1: countInGroup(1), 2: countInGroup(2), 3: countInGroup(3), 4: countInGroup(4) },
    countsAreCapped: false,
    nextCursor: isLast ? null : String(from + 50),
    total: found.length,
    totalIsCapped: false,
  };
}

const getBody = <Body,>({ body }: WireRequest) => body as Body;

export const server: Answers = {
  'GET /v1/user/list': makePage,
  'GET /v1/recipe/attention': () => ({ withoutPatient: 0, failedDeliveries: 0 }),
  'POST /v1/user/delete': (request) => {
    const { idUsers } = getBody<{ idUsers: string[] }>(request);
    stored.deleted = stored.patients.filter(({ idUser }) => idUsers.includes(idUser));
    if (stored.deleted.length < idUsers.length) return errorResponse('NOT_FOUND');
    stored.patients = stored.patients.filter(({ idUser }) => !idUsers.includes(idUser));
    return { deleted: idUsers.length };
  },
  'POST /v1/trash/restore': ({ headers }) => {
    stored.restorationKeys.push(headers.get('idempotency-key'));
    const restored = stored.deleted.filter((patient) => !stored.patients.includes(patient));
    stored.patients = [...stored.patients, ...restored].sort((a, b) =>
      a.name.localeCompare(b.name),
    );
    return { restored: stored.deleted.length };
  },
  'PUT /v1/user/update-status': (request) => {
    const change = getBody<{ idUsers: string[]; status: number }>(request);
    const earlier: { idUser: string; status: number | null; version: number }[] = [];
    stored.patients = stored.patients.map((patient) => {
      const { idUser, status, version } = patient;
      if (!change.idUsers.includes(idUser) || status === change.status) return patient;
      earlier.push({ idUser, status, version: version + 1 });
      return { ...patient, status: change.status, version: version + 1 };
    });
    return { updated: earlier.length, earlier };
  },
  'PUT /v1/user/restore-status': (request) => {
    const { patients: earlier } = getBody<{ patients: PatientSummary[] }>(request);
    let restored = 0;
    stored.patients = stored.patients.map((patient) => {
      const before = earlier.find(({ idUser }) => idUser === patient.idUser);
      if (before?.version !== patient.version) return patient;
      restored += 1;
      return { ...patient, status: before.status, version: patient.version + 1 };
    });
    return { restored, kept: earlier.length - restored };
  },
};

export async function open(path = '/pacientes', answers: Answers = {}) {
  const opened = await openScreen(path, { ...server, ...answers });
  await waitFor(() => expect(screen.queryByText(/registrados?$|resultados?$/)).toBeTruthy());
  return { ...opened, ...makeActions(opened.user) };
}

function makeActions(user: UserEvent) {
  const press = async (name: string | RegExp) =>
    user.click(await screen.findByRole('button', { name }));
  return {
    press,
    select: async (...names: string[]) => {
      for (const name of names) {
        const box = await screen.findByRole('checkbox', { name: new RegExp(name) });
        await waitFor(() => expect(box).toHaveProperty('disabled', false));
        await user.click(box);
      }
    },
    confirm: async (name: string) =>
      user.click(await within(await screen.findByRole('dialog')).findByRole('button', { name })),
    choose: async (status: string) => {
      await press('Cambiar estatus');
      await user.click(await screen.findByRole('menuitem', { name: status }));
    },
  };
}

export const findRow = (name: string) => screen.findByRole('row', { name: new RegExp(name) });
export const isGone = (text: string | RegExp) =>
  waitFor(() => expect(screen.queryByText(text)).toBeNull());
