import type { PatientPage, PatientSummary } from '@simiente/contract/patients/calls';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { makePatientSummary } from '../../../testing/patients.ts';
import { fill } from '../../../testing/render.tsx';
import { openScreen } from '../../../testing/screen.tsx';
import { matchMediaAtWidth } from '../../../testing/setup.ts';
import {
  type Answers,
  holdAnswer,
  reject,
  silence,
  type WireRequest,
} from '../../../testing/wire.ts';

const makePatient = (name: string, status: number) =>
  makePatientSummary({
    idUser: `usr_${name.toLowerCase()}`,
    name: `${name} Pérez`,
    email: `${name.toLowerCase()}@example.org`,
    createDate: '2026-03-05T06:10:00.000Z',
    status,
  });

/** Patients on the server, and deleted ones. */
let patients: PatientSummary[];
let deleted: PatientSummary[];
/** The idempotency key of each restoration. */
let restorationKeys: (string | null)[];

beforeEach(() => {
  const statuses = { Ana: 1, Beto: 2, Ciro: 7, Dora: 2, Elio: 1, Fito: 3, Gael: 1 };
  patients = Object.entries(statuses).map(([name, status]) => makePatient(name, status));
  deleted = [];
  restorationKeys = [];
});

const toStatusGroup = (status: number | null) =>
  status !== null && status >= 1 && status <= 3 ? status : 4;
const countInGroup = (filter: number) =>
  patients.filter(({ status }) => toStatusGroup(status) === filter).length;

function makePage({ query }: Pick<WireRequest, 'query'>): PatientPage {
  const filter = Number(query.get('status') ?? 0);
  const found = patients.filter(({ status }) => filter === 0 || toStatusGroup(status) === filter);
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

const server: Answers = {
  'GET /v1/user/list': makePage,
  'GET /v1/recipe/attention': () => ({ withoutPatient: 0, failedDeliveries: 0 }),
  'POST /v1/user/delete': (request) => {
    const { idUsers } = getBody<{ idUsers: string[] }>(request);
    deleted = patients.filter(({ idUser }) => idUsers.includes(idUser));
    if (deleted.length < idUsers.length) return reject('NOT_FOUND');
    patients = patients.filter(({ idUser }) => !idUsers.includes(idUser));
    return { deleted: idUsers.length };
  },
  'POST /v1/trash/restore': ({ headers }) => {
    restorationKeys.push(headers.get('idempotency-key'));
    const restored = deleted.filter((patient) => !patients.includes(patient));
    patients = [...patients, ...restored].sort((a, b) => a.name.localeCompare(b.name));
    return { restored: deleted.length };
  },
  'PUT /v1/user/update-status': (request) => {
    const asked = getBody<{ idUsers: string[]; status: number }>(request);
    const earlier: { idUser: string; status: number | null; version: number }[] = [];
    patients = patients.map((patient) => {
      const { idUser, status, version } = patient;
      if (!asked.idUsers.includes(idUser) || status === asked.status) return patient;
      earlier.push({ idUser, status, version: version + 1 });
      return { ...patient, status: asked.status, version: version + 1 };
    });
    return { updated: earlier.length, earlier };
  },
  'PUT /v1/user/restore-status': (request) => {
    const { patients: earlier } = getBody<{ patients: PatientSummary[] }>(request);
    let restored = 0;
    patients = patients.map((patient) => {
      const before = earlier.find(({ idUser }) => idUser === patient.idUser);
      if (before?.version !== patient.version) return patient;
      restored += 1;
      return { ...patient, status: before.status, version: patient.version + 1 };
    });
    return { restored, kept: earlier.length - restored };
  },
};

async function open(path = '/pacientes', answers: Answers = {}) {
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

const findRow = (name: string) => screen.findByRole('row', { name: new RegExp(name) });
const isGone = (text: string | RegExp) =>
  waitFor(() => expect(screen.queryByText(text)).toBeNull());
const focusedRow = () => document.activeElement?.closest('[data-row-index]')?.textContent;

describe('the list of patients', () => {
  test('E-2.140, E-2.147: loads, and if empty shows its columns and a button for the first patient', async () => {
    patients = [];
    const list = holdAnswer(() => makePage({ query: new URLSearchParams() }));
    await openScreen('/pacientes', { ...server, 'GET /v1/user/list': list.answer });
    await screen.findByText('Cargando...');
    await list.release();
    await screen.findByText('No data available');
    expect(screen.getByRole('columnheader', { name: /Nombre/ })).toBeTruthy();
    const table = within(screen.getByRole('table'));
    expect(table.getByRole('button', { name: 'Crear paciente' })).toBeTruthy();
  });

  test('E-8.24: shows a failure in the table, and Reintentar loads it and gets the focus', async () => {
    let isFailing = true;
    const { user } = await openScreen('/pacientes', {
      ...server,
      'GET /v1/user/list': (request) => (isFailing ? reject('INTERNAL') : makePage(request)),
    });
    await screen.findByText('No se pudieron cargar los pacientes');
    isFailing = false;
    screen.getByRole('button', { name: 'Reintentar' }).focus();
    await user.keyboard('{Enter}');
    await findRow('Ana');
    await waitFor(() => expect(focusedRow()).toContain('Ana'));
  });

  test('on a phone all rows can be selected, and every order chosen', async () => {
    window.matchMedia = matchMediaAtWidth(390);
    const { select, user, address } = await open();
    await select('Seleccionar todo');
    await screen.findByText('7 elementos seleccionados');
    await select('Ana');
    await screen.findByText('6 elementos seleccionados');
    const order = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Ordenar por' });
    expect(order.value).toBe('createDate desc');
    await user.selectOptions(order, 'Nombre ↓');
    await waitFor(() => expect(address()).toBe('/pacientes?orden=-name'));
    await user.click(await screen.findByRole('button', { name: /Último Acceso/ }));
    await waitFor(() => expect(order.value).toBe('lastConnection desc'));
  });
});

describe('a deletion in the list of patients', () => {
  test('S-27: a selection shows the bar, and Escape clears it', async () => {
    const { select, user } = await open();
    await select('Ana');
    await screen.findByText('1 elementos seleccionados');
    await select('Beto');
    await screen.findByText('2 elementos seleccionados');
    await user.keyboard('{Escape}');
    await isGone(/elementos seleccionados/);
    const box = screen.getByRole<HTMLInputElement>('checkbox', { name: /Ana/ });
    expect(box.checked).toBe(false);
  });

  test('S-28: the header selects all loaded rows, and Cancelar deletes nothing', async () => {
    const { select, press } = await open();
    await select('Seleccionar tod');
    await screen.findByText('7 elementos seleccionados');
    await press('Eliminar');
    const question = await screen.findByRole('dialog', { name: 'Confirmar eliminación' });
    expect(question.textContent).toContain(
      'Estás seguro que deseas eliminar 7 elemento(s) seleccionado(s)?',
    );
    expect(within(question).getAllByRole('listitem')).toHaveLength(6);
    expect(question.textContent).toContain('y 2 más');
    const cancel = within(question).getByRole('button', { name: 'Cancelar' });
    await waitFor(() => expect(document.activeElement).toBe(cancel));
    await press('Cancelar');
    expect(screen.getByText('7 elementos seleccionados')).toBeTruthy();
    expect(screen.getByText('7 pacientes registrados')).toBeTruthy();
    expect(patients).toHaveLength(7);
  });

  test('S-29: deletes after confirmation, clears the selection and moves the focus; Deshacer restores with its key', async () => {
    const { select, press, confirm, user } = await open();
    await select('Beto');
    await press('Eliminar');
    await confirm('Eliminar');
    await screen.findByText('1 elemento eliminado');
    await screen.findByText('6 pacientes registrados');
    await isGone(/elementos seleccionados/);
    expect(screen.queryByRole('row', { name: /Beto/ })).toBeNull();
    await waitFor(() => expect(focusedRow()).toContain('Ciro'));
    await user.keyboard('{ArrowDown}');
    expect(focusedRow()).toContain('Dora');
    screen.getByRole('button', { name: 'Deshacer' }).focus();
    await user.keyboard('{Enter}');
    await screen.findByText('1 elemento restaurado');
    await findRow('Beto');
    await screen.findByText('7 pacientes registrados');
    await waitFor(() => expect(focusedRow()).toBeTruthy());
    expect(restorationKeys).toEqual([expect.stringMatching(/./)]);
  });

  test('S-30: that fails shows ocurrio un error, closes the question, deletes nothing, and can be repeated', async () => {
    const { select, press, confirm } = await open();
    await select('Ana', 'Beto');
    // Another user deletes one of them simultaneously.
    patients = patients.filter(({ idUser }) => idUser !== 'usr_ana');
    await press('Eliminar');
    await confirm('Eliminar');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('ocurrio un error');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await screen.findByText('6 pacientes registrados');
    const beto = screen.getByRole<HTMLInputElement>('checkbox', { name: /Beto/ });
    expect(beto.checked).toBe(true);
    await press('Eliminar');
    await confirm('Eliminar');
    await screen.findByText('Beto Pérez se puede restaurar durante 30 días.');
    await isGone('ocurrio un error');
  });

  test('hides the rows before the server answers, and updates the counts afterwards', async () => {
    const deletion = holdAnswer(() => ({ deleted: 2 }));
    const answers = { 'POST /v1/user/delete': deletion.answer };
    const { select, press, confirm } = await open('/pacientes', answers);
    await select('Ana', 'Beto');
    await press('Eliminar');
    await confirm('Eliminar');
    await waitFor(() => expect(screen.queryByRole('row', { name: /Ana|Beto/ })).toBeNull());
    patients = patients.slice(2);
    await deletion.release();
    await screen.findByText('2 elementos eliminados');
    await screen.findByText('5 pacientes registrados');
    for (const name of [/^Todos\s*5$/, /^Registro\s*2$/, /^Test\s*1$/]) {
      expect(screen.getByRole('button', { name })).toBeTruthy();
    }
  });

  test('E-10.3620: the rows of a failed deletion return before the list is refetched', async () => {
    const refetch = Promise.withResolvers<void>();
    let isRejected = false;
    const { select, press, confirm } = await open('/pacientes', {
      'GET /v1/user/list': async (request) => {
        if (isRejected) await refetch.promise;
        return makePage(request);
      },
      'POST /v1/user/delete': () => {
        isRejected = true;
        return reject('INTERNAL');
      },
    });
    await select('Ana');
    await press('Eliminar');
    await confirm('Eliminar');
    await screen.findByText('No se eliminó ningún elemento.');
    await findRow('Ana');
    await screen.findByText('1 elementos seleccionados');
    refetch.resolve();
  });

  test('E-10.3621: a deleted row is not shown again by the list with other filters', async () => {
    const list = Promise.withResolvers<void>();
    let isDeleted = false;
    const { select, press, confirm } = await open('/pacientes', {
      'GET /v1/user/list': async (request) => {
        if (isDeleted && request.query.get('status') === '0') await list.promise;
        return makePage(request);
      },
    });
    const isRowGone = (name: RegExp) =>
      waitFor(() => expect(screen.queryByRole('row', { name })).toBeNull());
    await press(/^Test/);
    await isRowGone(/Ana/);
    await select('Beto');
    await press('Eliminar');
    await confirm('Eliminar');
    await screen.findByText('1 elemento eliminado');
    await isRowGone(/Beto/);
    isDeleted = true;
    await press(/^Todos/);
    const all = screen.getByRole('button', { name: /^Todos/ });
    await waitFor(() => expect(all.getAttribute('aria-pressed')).toBe('true'));
    // Renders the rows, which are deferred.
    await act(async () => {});
    expect(screen.queryByRole('row', { name: /Beto/ })).toBeNull();
    list.resolve();
    await findRow('Ana');
    expect(screen.queryByRole('row', { name: /Beto/ })).toBeNull();
  });

  test('sends the same idempotency key when Deshacer is pressed again after a failure', async () => {
    let isFailing = true;
    const { select, press, confirm } = await open('/pacientes', {
      'POST /v1/trash/restore': (request) => {
        const restored = server['POST /v1/trash/restore']?.(request);
        return isFailing ? reject('INTERNAL') : restored;
      },
    });
    await select('Ana');
    await press('Eliminar');
    await confirm('Eliminar');
    await press('Deshacer');
    await screen.findByText('No se pudo deshacer');
    isFailing = false;
    await press('Reintentar');
    await screen.findByText('7 pacientes registrados');
    expect(restorationKeys).toHaveLength(2);
    expect(new Set(restorationKeys).size).toBe(1);
  });

  test('the focus returns from a closed notification, and from an empty filtered list that is cleared', async () => {
    const { select, press, confirm, user } = await open('/pacientes?estatus=3');
    await select('Seleccionar tod');
    await press('Eliminar');
    await confirm('Eliminar');
    await screen.findByText('No hay datos disponibles');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(document.activeElement).not.toBe(document.body));
    screen.getByRole('button', { name: 'Limpiar filtros' }).focus();
    await user.keyboard('{Enter}');
    await findRow('Ana');
    await waitFor(() => expect(focusedRow()).toContain('Ana'));
    screen.getByRole('button', { name: 'Cerrar aviso' }).focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(focusedRow()).toContain('Ana'));
  });

  test('E-2.56: at most 1,000 patients can be selected', async () => {
    patients = Array.from({ length: 1001 }, (_, n) => makePatient(`Persona${n}`, 1));
    const rest = Promise.withResolvers<void>();
    const { select, press, confirm } = await open('/pacientes', {
      'GET /v1/user/list': async (request) => {
        if (request.query.has('cursor')) await rest.promise;
        return makePage(request);
      },
    });
    await select('Seleccionar tod');
    rest.resolve();
    await press('Seleccionar los primeros 1,000 resultados');
    await screen.findByText('1,000 elementos seleccionados');
    await press('Eliminar');
    await confirm('Eliminar');
    await screen.findByText('1 paciente registrado');
    expect(patients.map(({ name }) => name)).toEqual(['Persona1000 Pérez']);
  });
});

describe('a change of status in the list', () => {
  test('E-2.183: of one patient is immediate, and Deshacer restores it', async () => {
    const { select, press, choose, user } = await open();
    await select('Ana');
    await press('Cambiar estatus');
    const items = await screen.findAllByRole('menuitem');
    expect(items.map(({ textContent }) => textContent)).toEqual([
      'Registro',
      'Test',
      'Abordaje Gral',
      'Acciones',
    ]);
    // Esc closes the menu and keeps the selection.
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull());
    expect(screen.getByText('1 elementos seleccionados')).toBeTruthy();
    await choose('Abordaje Gral');
    await screen.findByText('Se cambió el estatus de 1 paciente');
    await waitFor(async () =>
      expect((await findRow('Ana')).textContent).toContain('Abordaje Gral'),
    );
    await press('Deshacer');
    await screen.findByText('Se restauró el estatus anterior de 1 paciente');
    await waitFor(async () => expect((await findRow('Ana')).textContent).toContain('Registro'));
  });

  test('E-2.183: of several needs confirmation, skips patients with that status, and Deshacer keeps later changes', async () => {
    const { select, choose, confirm, press } = await open();
    await select('Ana', 'Beto', 'Ciro');
    await choose('Test');
    const question = await screen.findByRole('dialog', { name: 'Cambiar estatus' });
    expect(question.textContent).toContain('3 pacientes cambiarán a «Test».');
    const cancel = within(question).getByRole('button', { name: 'Cancelar' });
    await waitFor(() => expect(document.activeElement).toBe(cancel));
    await confirm('Cambiar estatus');
    await screen.findByText('Se cambió el estatus de 2 pacientes');
    expect(screen.getByText('Ahora: Test. 1 paciente ya lo tenía.')).toBeTruthy();
    patients = patients.map((patient) =>
      patient.idUser === 'usr_ciro' ? { ...patient, status: 3, version: 9 } : patient,
    );
    await press('Deshacer');
    await screen.findByText('Se restauró el estatus anterior de 1 paciente');
    expect(screen.getByText('1 paciente no se modificó porque cambió después.')).toBeTruthy();
    expect(patients.slice(0, 3).map(({ status }) => status)).toEqual([1, 2, 3]);
  });

  test('to the status that all have changes nothing, with a notice', async () => {
    const { select, choose } = await open();
    await select('Beto');
    await choose('Test');
    await screen.findByText('Sin cambios');
    expect(screen.getByText('1 paciente ya lo tenía: Test.')).toBeTruthy();
  });

  test('that fails changes no patient, and keeps the selection', async () => {
    const { select, choose, confirm } = await open('/pacientes', {
      'PUT /v1/user/update-status': () => reject('NOT_FOUND'),
    });
    await select('Ana', 'Beto');
    await choose('Acciones');
    await confirm('Cambiar estatus');
    await screen.findByText('No se pudo cambiar el estatus');
    const ana = screen.getByRole<HTMLInputElement>('checkbox', { name: /Ana/ });
    expect(ana.checked).toBe(true);
    expect((await findRow('Ana')).textContent).toContain('Registro');
  });
});

test('a failed search for duplicates creates no patient, and keeps the typed text', async () => {
  const { press, user } = await open('/pacientes', { 'POST /v1/user/duplicates': silence });
  await press('Crear paciente');
  const form = within(await screen.findByRole('dialog', { name: 'Crear paciente' }));
  await fill(user, await form.findByLabelText(/^Nombre/), 'Sin comprobar');
  const email = form.getByLabelText<HTMLInputElement>('Correo electrónico');
  await fill(user, email, 'nuevo@example.org');
  await user.click(await form.findByRole('button', { name: 'Crear paciente' }));
  await form.findByText(/Sin conexión con el servidor/);
  expect(email.value).toBe('nuevo@example.org');
});
