import { Checkbox } from '@mantine/core';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { ApiFailure } from '../../lib/api/failure.ts';
import { defineFields } from './fields.ts';
import { RecordPage } from './RecordPage.tsx';
import {
  ANA,
  done,
  draw,
  field,
  getError,
  isFocused,
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
import { useRecordForm } from './use-record-form.ts';

setUpForms();

const REJECTED = new ApiFailure('BAD_REQUEST', 'Revisa.', {
  issues: [{ path: 'isAgreed', message: 'Falta el acuerdo.' }],
});

/** A form whose only field is disabled while it is saved. */
function Agreement() {
  const form = useRecordForm({
    fields: defineFields<null>()({ isAgreed: { label: 'De acuerdo', initial: false } }),
    page: { record: null },
    save: () => Promise.reject(REJECTED),
  });
  return (
    <RecordPage form={form} label="Acuerdo" submitLabel="Guardar" onCancel={() => {}}>
      <Checkbox {...form.toggle('isAgreed')} />
    </RecordPage>
  );
}

describe('checking a record form', () => {
  test('an edit sends only the changed fields, as the contract parses them', async () => {
    await open(ANA);
    await retype('Nombre', ' Anna ');
    await retype('Correo', '');
    await submit();
    await waitFor(() => expect(done).toHaveLength(1));
    // The untouched phone is invalid, but is not sent.
    expect(sent).toMatchObject([{ base: ANA, payload: { name: 'Anna', email: null } }]);
    expect(Object.keys(sent[0]?.payload ?? {})).toEqual(['name', 'email']);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('a new record is validated and sent completely', async () => {
    await open(null);
    await submit();
    expect(getError('Nombre')).toBe('Escribe el nombre.');
    expect(sent).toEqual([]);
    await retype('Nombre', 'Beto');
    await submit();
    await waitFor(() => expect(done).toHaveLength(1));
    expect(sent).toMatchObject([
      { base: null, payload: { name: 'Beto', email: null, phone: null } },
    ]);
  });

  test('the first invalid field gets the focus, and keeps it while typing', async () => {
    await open(ANA);
    await retype('Correo', 'sin arroba');
    await retype('Teléfono', '34');
    await submit();
    expect(isFocused(field('Correo'))).toBe(true);
    expect(getError('Correo')).toBeDefined();
    await userEvent.type(field('Correo'), '@');
    expect(isFocused(field('Correo'))).toBe(true);
    expect(getError('Correo')).toBeUndefined();
    expect(getError('Teléfono')).toBeDefined();
  });

  test('an edit without changes closes and sends nothing', async () => {
    await open(ANA);
    await submit();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent).toEqual([]);
    expect(done).toEqual([null]);
  });
});

describe('saving a record form', () => {
  test('two submits in one tick send one request', async () => {
    const answer = Promise.withResolvers<Person>();
    outcomes.push(() => answer.promise);
    await open(ANA);
    await retype('Nombre', 'Anna');
    await act(async () => {
      for (const _ of [1, 2]) fireEvent.submit(field('Nombre'));
    });
    await submit();
    expect(sent).toHaveLength(1);
    await act(async () => answer.resolve({ ...ANA, name: 'Anna', version: 2 }));
    await waitFor(() => expect(done).toHaveLength(1));
  });

  test('after a failure the input stays, and the same content keeps its idempotency key until it is saved', async () => {
    const fail = () => Promise.reject(new ApiFailure('INTERNAL', 'Algo falló.'));
    outcomes.push(fail, fail);
    await open(null);
    await retype('Nombre', 'Beto');
    await submit();
    await screen.findByText('Algo falló.');
    expect(readField('Nombre')).toBe('Beto');
    await submit();
    await waitFor(() => expect(sent).toHaveLength(2));
    await retype('Nombre', 'Berta');
    await submit();
    await waitFor(() => expect(done).toHaveLength(1));
    await press('Abrir');
    await retype('Nombre', 'Berta');
    await submit();
    await waitFor(() => expect(done).toHaveLength(2));
    const [first, second, third, fourth] = sent.map(
      ({ options }) => options.context.idempotencyKey,
    );
    expect(second).toBe(first);
    expect(new Set([second, third, fourth]).size).toBe(3);
  });

  test('an issue of the server about a field is shown at the field', async () => {
    const issues = [{ path: 'email', message: 'Ese correo ya está en uso.' }];
    outcomes.push(() => Promise.reject(new ApiFailure('BAD_REQUEST', 'Revisa.', { issues })));
    await open(ANA);
    await retype('Correo', 'otra@x.mx');
    await submit();
    await waitFor(() => expect(getError('Correo')).toBe('Ese correo ya está en uso.'));
    expect(isFocused(field('Correo'))).toBe(true);
    expect(screen.queryByText('Revisa.')).toBeNull();
  });

  test('E-10.708: a field that is disabled during the save gets the focus when the server rejects it', async () => {
    await draw(<Agreement />);
    await press('Guardar');
    await screen.findByText('Falta el acuerdo.');
    await waitFor(() => expect(isFocused(screen.getByRole('checkbox'))).toBe(true));
  });

  test('a warning leaves the form open until the user confirms it', async () => {
    outcomes.push(async () => null);
    await open(null);
    await retype('Nombre', 'Doble');
    await submit();
    await screen.findByRole('button', { name: 'De todos modos' });
    expect(done).toEqual([]);
    // Enter does not confirm the warning.
    await submit();
    expect(sent).toHaveLength(1);
    await press('De todos modos');
    await waitFor(() => expect(done).toHaveLength(1));
    expect(sent[1]).toMatchObject({ isConfirmed: true });
    expect(sent[1]?.options).not.toEqual(sent[0]?.options);
  });
});
