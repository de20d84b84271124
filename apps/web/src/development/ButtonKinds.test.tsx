import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderThemed } from '../testing/render.tsx';
import { ButtonKinds } from './ButtonKinds.tsx';

test.each(['normal', 'linear', 'squared', 'rounded', 'default', 'subtle', 'danger'])(
  'C6, E-1.20: the page of buttons shows %s plain, with a count, selected, loading and disabled',
  (kind) => {
    renderThemed(<ButtonKinds />);
    const section = within(screen.getByRole('region', { name: kind }));
    const [plain, counted, selected, loading, disabled] = section.getAllByRole('button');
    expect(plain?.dataset.kind).toBe(kind);
    expect(counted?.textContent).toBe('Filtros 12');
    expect(selected?.getAttribute('aria-pressed')).toBe('true');
    expect(loading?.textContent).toBe('Cargando...');
    expect(disabled).toHaveProperty('disabled', true);
  },
);
