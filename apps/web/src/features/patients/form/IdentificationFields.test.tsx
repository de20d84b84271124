import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderRouted } from '../../../testing/render.tsx';
import { type FieldValues, useRecordForm } from '../../record-form/public.ts';
import { IdentificationFields, identificationFormFields } from './IdentificationFields.tsx';

type IdentificationValues = FieldValues<typeof identificationFormFields>;

function Form({ opened, start }: { opened?: boolean; start?: Partial<IdentificationValues> }) {
  const form = useRecordForm({
    fields: identificationFormFields,
    page: { record: null },
    ...(start && { initial: start }),
    save: async () => null,
  });
  return <IdentificationFields form={form} opened={opened ?? false} />;
}

const field = (label: string) => screen.getByLabelText(label) as HTMLInputElement;

test('E-10.291: in the form of a new patient the sections are closed, and a key opens them', async () => {
  renderRouted(<Form />);
  const toggle = await screen.findByRole('button', { name: 'Identificación' });
  expect(toggle.getAttribute('aria-expanded')).toBe('false');
  expect(screen.queryByLabelText('CURP')).toBeNull();
  toggle.focus();
  await userEvent.keyboard('{Enter}');
  expect(field('CURP').value).toBe('');
});

test('E-10.290: a CURP fills an empty date of birth and sex', async () => {
  renderRouted(<Form opened />);
  fireEvent.change(await screen.findByLabelText('CURP'), {
    target: { value: 'boxw310820hnerxn09' },
  });
  expect(field('Fecha de nacimiento').value).toBe('20/08/1931');
  expect(screen.getByDisplayValue('Hombre')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Tomar de la CURP/ })).toBeNull();
});

test('E-10.1853: a form with an address outside Mexico accepts any region as text', async () => {
  renderRouted(<Form opened />);
  expect(await screen.findByRole('combobox', { name: 'Estado' })).toBeTruthy();
  fireEvent.change(field('País'), { target: { value: 'Guatemala' } });
  fireEvent.change(field('Estado o provincia'), { target: { value: 'Sacatepéquez' } });
  expect(field('Estado o provincia').value).toBe('Sacatepéquez');
});

test('E-10.290: a stored CURP fills empty fields only when the user presses the button', async () => {
  renderRouted(<Form start={{ curp: 'BOXW310820HNERXN09' }} />);
  await userEvent.click(
    await screen.findByRole('button', {
      name: 'Tomar de la CURP: fecha de nacimiento y sexo al nacer',
    }),
  );
  expect(field('Fecha de nacimiento').value).toBe('20/08/1931');
});

test('E-10.290: a CURP that contradicts other fields has a warning, and overwrites no typed text', async () => {
  renderRouted(
    <Form start={{ curp: 'BOXW310820HNERXN09', birthDate: '1992-03-12', sex: 'female' }} />,
  );
  expect((await screen.findByRole('status')).textContent).toBe(
    'La CURP no coincide con la fecha de nacimiento. La CURP no coincide con el sexo al nacer.',
  );
  expect(screen.queryByRole('button', { name: /Tomar de la CURP/ })).toBeNull();
});
