import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { renderThemed } from '../../testing/render.tsx';
import { DateField, type DateFieldProps, TimeField } from './DateField.tsx';

const COMPLETE = 'Escribe la fecha completa, como 24/11/2026.';

interface FieldProps extends Partial<DateFieldProps> {
  values: string[];
}

/** A field with its state, and a button that sets another value. */
function Field({ values, ...props }: FieldProps) {
  const [value, setValue] = useState(props.value ?? '');
  return (
    <>
      <DateField
        label="Fecha"
        {...props}
        value={value}
        onChange={(next) => {
          values.push(next);
          setValue(next);
        }}
      />
      <button type="button" onClick={() => setValue('2026-11-30')}>
        Otra
      </button>
    </>
  );
}

function Hour() {
  const [value, setValue] = useState('');
  return <TimeField label="Hora" value={value} onChange={setValue} />;
}

function show(props: Partial<DateFieldProps> = {}) {
  const values: string[] = [];
  renderThemed(<Field {...props} values={values} />);
  return { user: userEvent.setup(), field: screen.getByLabelText('Fecha'), values };
}

test('E-10.213: a day is typed as digits, day first, and shown with its separators', async () => {
  const { user, field, values } = show();
  await user.type(field, '04122026');
  expect(field).toHaveProperty('value', '04/12/2026');
  expect(values.at(-1)).toBe('2026-12-04');
  await user.clear(field);
  await user.type(field, '4/2/2026');
  expect(values.at(-1)).toBe('2026-02-04');
  expect(field).toHaveProperty('value', '4/2/2026');
  await user.tab();
  expect(field).toHaveProperty('value', '04/02/2026');
});

test('E-10.213: a half-typed day stays in the field, has no value, and is explained once the user leaves it', async () => {
  const { user, field, values } = show({ value: '2026-11-24' });
  await user.clear(field);
  await user.type(field, '31/02/20');
  expect(values.at(-1)).toBe('31/02/20');
  expect(screen.queryByText(COMPLETE)).toBeNull();
  fireEvent.blur(field);
  expect(screen.getByText(COMPLETE)).toBeTruthy();
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(field).toHaveProperty('value', '31/02/20');
  await user.type(field, '26');
  expect(screen.queryByText(COMPLETE)).toBeNull();
  fireEvent.blur(field);
  expect(screen.getByText('Esa fecha no existe.')).toBeTruthy();
});

test('an error of the text replaces the error of the form', async () => {
  const { user, field } = show({ error: 'La fecha no existe.' });
  expect(screen.getByText('La fecha no existe.')).toBeTruthy();
  await user.type(field, '1/1');
  expect(screen.getByText(COMPLETE)).toBeTruthy();
});

test('a value from outside replaces the typed text', async () => {
  const { user, field } = show();
  await user.type(field, '31/1');
  await user.click(await screen.findByRole('button', { name: 'Otra' }));
  expect(field).toHaveProperty('value', '30/11/2026');
});

test('the calendar is in Spanish, begins on Monday, and can be used by keyboard', async () => {
  const { user, field, values } = show({ value: '2026-11-24', max: '2026-11-26' });
  await user.click(field);
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
  const calendar = within(await screen.findByRole('dialog', { name: 'Calendario' }));
  const chosen = await calendar.findByRole('button', { name: 'martes, 24 de noviembre de 2026' });
  await waitFor(() => expect(document.activeElement).toBe(chosen));
  expect(chosen.getAttribute('aria-pressed')).toBe('true');
  expect(calendar.getByText('noviembre 2026')).toBeTruthy();
  expect(calendar.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'lu',
    'ma',
    'mi',
    'ju',
    'vi',
    'sá',
    'do',
  ]);
  expect(calendar.getByRole('button', { name: /^viernes, 27/ })).toHaveProperty('disabled', true);
  await user.keyboard('{ArrowRight}{Enter}');
  expect(values.at(-1)).toBe('2026-11-25');
  expect(field).toHaveProperty('value', '25/11/2026');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('Escape closes the calendar and keeps the day', async () => {
  const { user, values } = show({ value: '2026-11-24' });
  const opener = screen.getByRole('button', { name: 'Abrir calendario' });
  expect(opener.getAttribute('aria-description')).toBe('Fecha');
  await user.click(opener);
  const chosen = await screen.findByRole('button', { name: /^martes, 24/ });
  await waitFor(() => expect(document.activeElement).toBe(chosen));
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(values).toEqual([]);
});

test('a read-only field opens no calendar', async () => {
  const { user, field } = show({ value: '2026-11-24', readOnly: true });
  expect(screen.getByRole('button', { name: 'Abrir calendario' })).toHaveProperty('disabled', true);
  await user.click(field);
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a time is typed in 24 hours', async () => {
  renderThemed(<Hour />);
  const user = userEvent.setup();
  const field = screen.getByLabelText('Hora');
  await user.type(field, '1830');
  expect(field).toHaveProperty('value', '18:30');
  await user.clear(field);
  await user.type(field, '6:30 pm');
  await user.tab();
  expect(field).toHaveProperty('value', '6:30 pm');
  expect(screen.getByText('Escribe la hora así: 14:30.')).toBeTruthy();
});
