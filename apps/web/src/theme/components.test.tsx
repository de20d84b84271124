import { Select } from '@mantine/core';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderThemed } from '../testing/render.tsx';

test('E-10.2786: letters typed after a click on a searchable field replace the chosen option', async () => {
  renderThemed(
    <Select label="Médico" searchable data={['Ana Ríos', 'Luis Soto']} defaultValue="Ana Ríos" />,
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole('combobox', { name: 'Médico' }));
  await user.keyboard('Lu');
  expect(screen.getByRole('combobox', { name: 'Médico' })).toHaveProperty('value', 'Lu');
});
