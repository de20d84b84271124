import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { fill } from '../../../testing/render.tsx';
import { openScreen } from '../../../testing/screen.tsx';
import { matchMediaAtWidth } from '../../../testing/setup.ts';
import { errorResponse, holdAnswer, networkError } from '../../../testing/wire.ts';
import { findRow, makePage, open, resetStored, server, stored } from './testing/patient-list.tsx';

beforeEach(resetStored);

const focusedRow = () => document.activeElement?.closest('[data-row-index]')?.textContent;

describe('the list of patients', () => {
  test('E-2.140, E-2.147: loads, and if empty shows its columns and a button for the first patient', async () => {
    stored.patients = [];
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
      'GET /v1/user/list': (request) => (isFailing ? errorResponse('INTERNAL') : makePage(request)),
    });
    await screen.findByText('No se pudieron cargar los pacientes');
    isFailing = false;
    screen.getByRole('button', { name: 'Reintentar' }).focus();
    await user.keyboard('{Enter}');
    await findRow('Ana');
    await waitFor(() => expect(focusedRow()).toContain('Ana'));
  });

  test('lets a phone select all rows and choose every order', async () => {
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

describe('a change of status in the list', () => {
  test('E-2.183: is immediate for one patient, and Deshacer restores the status', async () => {
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

  test('E-10.3747: a second click on the button closes the menu, and a third opens it', async () => {
    const { select, press } = await open();
    await select('Ana');
    await press('Cambiar estatus');
    await screen.findByRole('menu');
    await press('Cambiar estatus');
    await waitFor(() => expect(screen.queryByRole('menu') === null).toBe(true));
    await press('Cambiar estatus');
    await screen.findByRole('menu');
  });

  test('E-2.183: needs confirmation for several patients, skips patients with that status, and Deshacer keeps later changes', async () => {
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
    stored.patients = stored.patients.map((patient) =>
      patient.idUser === 'usr_ciro' ? { ...patient, status: 3, version: 9 } : patient,
    );
    await press('Deshacer');
    await screen.findByText('Se restauró el estatus anterior de 1 paciente');
    expect(screen.getByText('1 paciente no se modificó porque cambió después.')).toBeTruthy();
    expect(stored.patients.slice(0, 3).map(({ status }) => status)).toEqual([1, 2, 3]);
  });

  test('changes nothing, and shows a notice, if all of them have the status already', async () => {
    const { select, choose } = await open();
    await select('Beto');
    await choose('Test');
    await screen.findByText('Sin cambios');
    expect(screen.getByText('1 paciente ya lo tenía: Test.')).toBeTruthy();
  });

  test('changes no patient, and keeps the selection, if it fails', async () => {
    const { select, choose, confirm } = await open('/pacientes', {
      'PUT /v1/user/update-status': () => errorResponse('NOT_FOUND'),
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
  const { press, user } = await open('/pacientes', { 'POST /v1/user/duplicates': networkError });
  await press('Crear paciente');
  const form = within(await screen.findByRole('dialog', { name: 'Crear paciente' }));
  await fill(user, await form.findByLabelText(/^Nombre/), 'Sin comprobar');
  const email = form.getByLabelText<HTMLInputElement>('Correo electrónico');
  await fill(user, email, 'nuevo@example.org');
  await user.click(await form.findByRole('button', { name: 'Crear paciente' }));
  await form.findByText(/Sin conexión con el servidor/);
  expect(email.value).toBe('nuevo@example.org');
});
