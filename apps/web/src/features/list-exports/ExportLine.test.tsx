import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { queryClient } from '../../lib/query-client.ts';
import { renderThemed } from '../../testing/render.tsx';
import { signInWith } from '../../testing/session.ts';
import { CountedList } from './ExportLine.tsx';

afterEach(() => queryClient.clear());

const line = (total: number, search?: string, { isInterim = false } = {}) => (
  <QueryClientProvider client={new QueryClient()}>
    <CountedList
      loaded={{ total, isInterim }}
      request={{ list: 'patients', filters: { search } }}
      noun={['paciente', 'pacientes']}
    >
      {search === undefined ? `${total} pacientes registrados` : `${total} resultados`}
    </CountedList>
  </QueryClientProvider>
);

test('until a search is answered, the line describes the rows on the screen', () => {
  const { rerender } = renderThemed(line(250));
  rerender(line(250, 'ana', { isInterim: true }));
  expect(screen.queryByText('250 resultados')).toBeNull();
  const earlier = screen.getByText('250 pacientes registrados');
  expect(earlier.parentElement?.getAttribute('aria-busy')).toBe('true');
  expect(screen.getByRole('button', { name: 'Exportar 250 pacientes' })).toBeTruthy();

  rerender(line(3, 'ana'));
  const answered = screen.getByText('3 resultados');
  expect(answered.parentElement?.getAttribute('aria-busy')).toBeNull();
  expect(screen.getByRole('button', { name: 'Exportar 3 pacientes' })).toBeTruthy();
});

test('E-10.284: an account that may not export lists has the line without the button', () => {
  signInWith('patients.read');
  renderThemed(
    <QueryClientProvider client={queryClient}>
      <CountedList
        loaded={{ total: 3 }}
        request={{ list: 'patients', filters: {} }}
        noun={['paciente', 'pacientes']}
      >
        3 pacientes registrados
      </CountedList>
    </QueryClientProvider>,
  );
  expect(screen.getByText('3 pacientes registrados')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});
