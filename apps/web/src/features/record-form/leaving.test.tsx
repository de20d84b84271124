import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import {
  ANA,
  field,
  isFocused,
  KNOWN_NAME,
  KNOWN_PHONE,
  makeStaleError,
  open,
  openedExisting,
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

describe('closing a record form', () => {
  test('E-2.165: a changed form asks for confirmation, and Seguir editando returns to it', async () => {
    await open(ANA);
    await retype('Nombre', 'Anna');
    await userEvent.keyboard('{Escape}');
    expect(screen.getByRole('dialog', { name: '¿Descartar los cambios?' }).textContent).toContain(
      'Se perderá lo que escribiste.',
    );
    expect(isFocused(screen.getByRole('button', { name: 'Seguir editando' }))).toBe(true);
    await press('Seguir editando');
    expect(readField('Nombre')).toBe('Anna');
    expect(isFocused(field('Nombre'))).toBe(true);
    await press('Cancelar');
    await userEvent.keyboard('{Escape}');
    expect(readField('Nombre')).toBe('Anna');
  });

  test('Descartar drops the changes, and the form opens again with the stored values', async () => {
    await open(ANA);
    await retype('Nombre', 'Anna');
    await press('Cancelar');
    await press('Descartar');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await press('Abrir');
    expect(readField('Nombre')).toBe('Ana');
    await press('Cancelar');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('E-10.694: Back while a dialog with a form is open', () => {
  const question = () => screen.findByRole('dialog', { name: '¿Descartar los cambios?' });
  const otherPage = () => screen.queryByRole('heading', { name: 'Otra página' });

  test('asks for confirmation after input, and Seguir editando keeps page and text', async () => {
    const { history } = await open(ANA);
    await retype('Nombre', 'Anna');
    act(() => history.back());
    await question();
    await press('Seguir editando');
    expect(readField('Nombre')).toBe('Anna');
    expect(isFocused(field('Nombre'))).toBe(true);
    act(() => history.back());
    await question();
    // While the dialog is open, the address is still that of the page.
    await waitFor(() => expect(window.location.pathname).toBe('/persona'));
    await userEvent.keyboard('{Escape}');
    expect(readField('Nombre')).toBe('Anna');
    expect(otherPage()).toBeNull();
    expect(history.location.pathname).toBe('/persona');
  });

  test('leaves after Descartar, and immediately without input', async () => {
    const { history } = await open(ANA);
    await retype('Nombre', 'Anna');
    act(() => history.back());
    await question();
    await press('Descartar');
    await waitFor(() => expect(otherPage()).not.toBeNull());
    act(() => history.forward());
    await screen.findByRole('button', { name: 'Abrir' });
    await press('Abrir');
    expect(readField('Nombre')).toBe('Ana');
    act(() => history.back());
    await waitFor(() => expect(otherPage()).not.toBeNull());
  });

  test('closes the dialog if the form is saved during the question, and the page stays', async () => {
    let finish = () => {};
    outcomes.push(() => new Promise((resolve) => (finish = () => resolve({ ...ANA, version: 2 }))));
    const { history } = await open(ANA);
    await retype('Nombre', 'Anna');
    await submit();
    act(() => history.back());
    await question();
    await act(async () => finish());
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(otherPage()).toBeNull();
    await press('Abrir');
    expect(readField('Nombre')).toBe('Ana');
  });
});

describe('E-10.705: a reload or a closed tab while a form is open', () => {
  function isAsked(): boolean {
    const event = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  }

  test('asks for confirmation after input, also during the dialog’s own question, and not once it is saved', async () => {
    await open(ANA);
    expect(isAsked()).toBe(false);
    await retype('Nombre', 'Anna');
    expect(isAsked()).toBe(true);
    await press('Cancelar');
    screen.getByRole('dialog', { name: '¿Descartar los cambios?' });
    expect(isAsked()).toBe(true);
    await press('Seguir editando');
    expect(readField('Nombre')).toBe('Anna');
    await submit();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(isAsked()).toBe(false);
  });

  test('asks for confirmation while the user chooses between two versions', async () => {
    outcomes.push(() => Promise.reject(makeStaleError({ ...ANA, name: 'Hanna', version: 2 })));
    await open(ANA);
    await retype('Nombre', 'Anna');
    await submit();
    const choice = await screen.findByRole('dialog', { name: 'Otra persona guardó cambios' });
    expect(isAsked()).toBe(true);
    expect(choice.textContent).toContain('Tus cambiosAnna');
    await press('Conservar mis cambios');
    await waitFor(() => expect(sent.at(-1)).toMatchObject({ payload: { name: 'Anna' } }));
    await waitFor(() => expect(isAsked()).toBe(false));
  });

  test('asks for confirmation on a form page too', async () => {
    await openPage(null);
    expect(isAsked()).toBe(false);
    await retype('Nombre', 'Anna');
    expect(isAsked()).toBe(true);
  });
});

describe('E-10.261: the link to an existing duplicate', () => {
  const openExisting = () => press('Abrir el que ya existe');

  test('opens immediately if the duplicate has every typed value', async () => {
    await open(null);
    await retype('Teléfono', KNOWN_PHONE);
    await openExisting();
    expect(openedExisting).toEqual(['ana']);
    expect(sent).toEqual([]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('opens after confirmation if other input was typed, and staying keeps it', async () => {
    await open(null);
    await retype('Nombre', 'Rosa');
    await retype('Teléfono', KNOWN_PHONE);
    await openExisting();
    expect(screen.getByRole('dialog', { name: '¿Descartar los cambios?' }).textContent).toContain(
      'Se perderá lo que escribiste.',
    );
    await press('Seguir editando');
    expect(openedExisting).toEqual([]);
    expect(readField('Nombre')).toBe('Rosa');
    await openExisting();
    await press('Descartar');
    expect(openedExisting).toEqual(['ana']);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('replaces the submit button: Enter does not save, only Crear de todos modos does', async () => {
    await open(null);
    await retype('Nombre', 'Rosa');
    await retype('Teléfono', KNOWN_PHONE);
    await submit();
    expect(sent).toEqual([]);
    await press('Crear de todos modos');
    await waitFor(() => expect(sent).toMatchObject([{ isConfirmed: true }]));
  });

  test('leaves a page immediately', async () => {
    await openPage(null);
    await retype('Nombre', KNOWN_NAME);
    await submit();
    expect(sent).toEqual([]);
    await openExisting();
    await screen.findByRole('heading', { name: 'Otra página' });
  });

  test('leaves a page after confirmation if other input was typed', async () => {
    await openPage(null);
    await retype('Nombre', KNOWN_NAME);
    await retype('Correo', 'rosa@x.mx');
    await openExisting();
    await press('Descartar');
    await screen.findByRole('heading', { name: 'Otra página' });
  });
});
