import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import {
  ANA,
  done,
  isFocused,
  makeStaleError,
  open,
  outcomes,
  type Person,
  press,
  readField,
  retype,
  sent,
  setUpForms,
  submit,
} from './testing/person-form.tsx';

setUpForms();

describe('a form after another user saved first', () => {
  const NOW: Person = { name: 'Hanna', email: 'ana@x.mx', phone: '5512345678', version: 2 };

  async function openConflict() {
    outcomes.push(() => Promise.reject(makeStaleError(NOW)));
    await open(ANA);
    await retype('Nombre', 'Anna');
    await submit();
    return await screen.findByRole('dialog', { name: 'Otra persona guardó cambios' });
  }

  test('E-2.182, E-2.233, E-10.105: every field changed by either user is shown with both values', async () => {
    const dialog = await openConflict();
    expect(
      within(dialog)
        .getAllByRole('region')
        .map((part) => part.textContent),
    ).toEqual([
      'NombreDistintoDatos actualesHannaTus cambiosAnna',
      'TeléfonoIgualDatos actuales5512345678Tus cambios5512345678',
    ]);
    expect(isFocused(screen.getByRole('button', { name: 'Usar los datos actuales' }))).toBe(true);
  });

  test('the user can take the current data, and the form continues from them', async () => {
    await openConflict();
    await press('Usar los datos actuales');
    expect(readField('Nombre')).toBe('Hanna');
    expect(readField('Teléfono')).toBe('5512345678');
    await submit();
    expect(sent).toHaveLength(1);
    expect(done).toEqual([null]);
  });

  test('E-2.233, E-10.105: the user can keep own changes, on the current data and version', async () => {
    await openConflict();
    await press('Conservar mis cambios');
    await waitFor(() => expect(done).toHaveLength(1));
    expect(sent[1]).toMatchObject({ base: NOW, payload: { name: 'Anna' } });
    expect(Object.keys(sent[1]?.payload ?? {})).toEqual(['name']);
  });

  test('a rejection whose record has the sent values counts as saved, because its answer was lost', async () => {
    outcomes.push(() => Promise.reject(makeStaleError({ ...ANA, name: 'Anna', version: 2 })));
    await open(ANA);
    await retype('Nombre', ' Anna');
    await submit();
    await waitFor(() => expect(done).toMatchObject([{ name: 'Anna', version: 2 }]));
  });
});
