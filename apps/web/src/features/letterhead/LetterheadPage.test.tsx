import type { Letterhead } from '@simiente/contract/letterhead/calls';
import { screen } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openScreen } from '../../testing/screen.tsx';
import { errorResponse } from '../../testing/wire.ts';

const letterhead: Letterhead = {
  name: 'Clínica Andrológica del Valle',
  address: 'Av. Insurgentes Sur 1000, Ciudad de México',
  licence: '20-AM-09-014-0001',
  logo: null,
  changedAt: '2026-11-20T18:42:00.000Z',
  changedBy: 'Ana Ríos',
  version: 3,
};

test('E-10.570: the page shows the letterhead with its last author, and reports a missing name', async () => {
  const { user } = await openScreen('/membrete', {
    'GET /v1/letterhead/get-one': () => ({ letterhead }),
  });
  const name = await screen.findByRole('textbox', { name: 'Nombre de la clínica' });
  expect(name).toHaveProperty('value', letterhead.name);
  expect(screen.getByText(/, por Ana Ríos/)).toBeTruthy();
  await user.clear(name);
  await user.click(await screen.findByRole('button', { name: 'Guardar' }));
  expect(await screen.findByText('Escribe el nombre de la clínica.')).toBeTruthy();
});

test('E-10.570: a clinic without a letterhead is shown the consequences', async () => {
  await openScreen('/membrete', { 'GET /v1/letterhead/get-one': () => ({ letterhead: null }) });
  await screen.findByText(/Todavía no hay membrete/);
});

test('E-10.570: a letterhead that fails to load shows an error, and Reintentar loads it', async () => {
  let isFailing = true;
  const { user } = await openScreen('/membrete', {
    'GET /v1/letterhead/get-one': () => (isFailing ? errorResponse('INTERNAL') : { letterhead }),
  });
  await screen.findByText('No se pudo cargar el membrete');
  isFailing = false;
  await user.click(await screen.findByRole('button', { name: 'Reintentar' }));
  await screen.findByDisplayValue(letterhead.name);
});

test('E-10.570: an account that may not change the letterhead cannot see it', async () => {
  await openScreen('/membrete', {}, ['patients.read']);
  expect(screen.queryByRole('textbox', { name: 'Nombre de la clínica' })).toBeNull();
});

test('E-10.3891: after a save, the title has the focus', async () => {
  const saved = { ...letterhead, licence: null, version: 4 };
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      upload = {};
      status = 200;
      response = { status: 200, data: { letterhead: saved } };
      onload = () => {};
      open() {}
      setRequestHeader() {}
      send() {
        this.onload();
      }
    },
  );
  onTestFinished(() => void vi.unstubAllGlobals());
  const { user } = await openScreen('/membrete', {
    'GET /v1/letterhead/get-one': () => ({ letterhead }),
  });
  await user.clear(await screen.findByRole('textbox', { name: /^Licencia/ }));
  await user.click(await screen.findByRole('button', { name: 'Guardar' }));
  await screen.findByText('Membrete guardado');
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
});
