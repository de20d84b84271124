import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { ApiFailure } from '../../lib/api/failure.ts';
import {
  ANA,
  done,
  makeStaleError,
  openPage,
  outcomes,
  press,
  readField,
  retype,
  sent,
  setUpForms,
  submit,
} from './testing/person-form.tsx';

setUpForms();

describe('a form that is a page', () => {
  test('shows one alert at a time, beside the errors of the fields', async () => {
    await openPage(null);
    await submit();
    await screen.findByText('Falta el nombre');
    await retype('Nombre', 'Beto');
    await retype('Correo', 'beto');
    await submit();
    await screen.findByText('Revisa los campos');
    await waitFor(() => expect(screen.queryByText('Falta el nombre')).toBeNull());
  });

  test('the alert closes once the fields are fixed', async () => {
    await openPage(null);
    await retype('Correo', 'beto');
    await submit();
    await screen.findByText('Falta el nombre');
    await retype('Correo', 'beto@x.mx');
    expect(screen.getByText('Falta el nombre')).toBeDefined();
    await retype('Nombre', 'Beto');
    await waitFor(() => expect(screen.queryByText('Falta el nombre')).toBeNull());
  });

  test('a failure is a toast, and the typed values stay', async () => {
    outcomes.push(() => Promise.reject(new ApiFailure('INTERNAL', 'Algo falló.')));
    await openPage(null);
    await retype('Nombre', 'Beto');
    await submit();
    await screen.findByText('Error al crear');
    expect(screen.getByText('Algo falló.')).toBeDefined();
    expect(readField('Nombre')).toBe('Beto');
  });

  test('a successful retry clears the toast of the failure', async () => {
    outcomes.push(() => Promise.reject(new ApiFailure('INTERNAL', 'Algo falló.')));
    await openPage(null);
    await retype('Nombre', 'Beto');
    await submit();
    await screen.findByText('Error al crear');
    await submit();
    await waitFor(() => expect(done).toHaveLength(1));
    await waitFor(() => expect(screen.queryByText('Error al crear')).toBeNull());
  });

  test('E-2.234: changing the query asks before the changes are discarded; changing the hash does not', async () => {
    const { history } = await openPage(ANA);
    await retype('Nombre', 'Anna');
    act(() => history.push('/persona#abajo'));
    expect(screen.queryByRole('dialog')).toBeNull();
    act(() => history.push('/persona?estudio=otro'));
    await screen.findByRole('dialog', { name: '¿Descartar los cambios?' });
    expect(history.location.search).toBe('');
  });

  test('E-2.234: leaving a changed page needs confirmation, and leaving a saved one does not', async () => {
    await openPage(ANA);
    await retype('Nombre', 'Anna');
    await userEvent.click(screen.getByRole('link', { name: 'Otra página' }));
    const question = await screen.findByRole('dialog', { name: '¿Descartar los cambios?' });
    expect(question.textContent).toContain('Se perderá lo que escribiste.');
    await press('Seguir editando');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await submit();
    await waitFor(() => expect(done).toHaveLength(1));
    await userEvent.click(screen.getByRole('link', { name: 'Otra página' }));
    await screen.findByRole('heading', { name: 'Otra página' });
  });

  test('shows a dialog if another user saved first', async () => {
    outcomes.push(() =>
      Promise.reject(makeStaleError({ ...ANA, email: 'hanna@x.mx', version: 2 })),
    );
    await openPage(ANA);
    await retype('Nombre', 'Anna');
    await submit();
    await screen.findByRole('dialog', { name: 'Otra persona guardó cambios' });
    await userEvent.keyboard('{Escape}');
    await press('Conservar mis cambios');
    await waitFor(() => expect(sent[1]).toMatchObject({ base: { version: 2 } }));
  });
});
