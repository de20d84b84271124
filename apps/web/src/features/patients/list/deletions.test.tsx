import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { errorResponse, holdAnswer } from '../../../testing/wire.ts';
import {
  findRow,
  isGone,
  makePage,
  makePatient,
  open,
  resetStored,
  server,
  stored,
} from './testing/patient-list.tsx';

beforeEach(resetStored);

const focusedRow = () => document.activeElement?.closest('[data-row-index]')?.textContent;
const isRowGone = (name: RegExp) =>
  waitFor(() => expect(screen.queryByRole('row', { name })).toBeNull());

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
    expect(stored.patients).toHaveLength(7);
  });

  test('S-29: deletes after confirmation, clears the selection and moves the focus; Deshacer restores with its key', async () => {
    const { select, press, confirm, user } = await open();
    await select('Beto');
    await press('Eliminar');
    await confirm('Eliminar');
    await screen.findByText('1 elemento eliminado');
    await screen.findByText('6 pacientes registrados');
    await isGone(/elementos seleccionados/);
    // A list keeps its rows for 100 ms after a press on one of them.
    await isRowGone(/Beto/);
    await waitFor(() => expect(focusedRow()).toContain('Ciro'));
    await user.keyboard('{ArrowDown}');
    expect(focusedRow()).toContain('Dora');
    screen.getByRole('button', { name: 'Deshacer' }).focus();
    await user.keyboard('{Enter}');
    await screen.findByText('1 elemento restaurado');
    await findRow('Beto');
    await screen.findByText('7 pacientes registrados');
    await waitFor(() => expect(focusedRow()).toBeTruthy());
    expect(stored.restorationKeys).toEqual([expect.stringMatching(/./)]);
  });

  test('S-30: shows ocurrio un error if it fails, closes the question, deletes nothing, and can be repeated', async () => {
    const { select, press, confirm } = await open();
    await select('Ana', 'Beto');
    // Another user deletes one of them simultaneously.
    stored.patients = stored.patients.filter(({ idUser }) => idUser !== 'usr_ana');
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
    await isRowGone(/Ana|Beto/);
    stored.patients = stored.patients.slice(2);
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
        return errorResponse('INTERNAL');
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
        return isFailing ? errorResponse('INTERNAL') : restored;
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
    expect(stored.restorationKeys).toHaveLength(2);
    expect(new Set(stored.restorationKeys).size).toBe(1);
  });

  test('returns the focus from a closed notification, and from an empty filtered list that is cleared', async () => {
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
    stored.patients = Array.from({ length: 1001 }, (_, n) => makePatient(`Persona${n}`, 1));
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
    expect(stored.patients.map(({ name }) => name)).toEqual(['Persona1000 Pérez']);
  });
});
