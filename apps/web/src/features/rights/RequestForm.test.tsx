import type { DataRequest } from '@simiente/contract/rights/calls';
import type { RequestKind } from '@simiente/contract/rights/words';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openScreen } from '../../testing/screen.tsx';
import { errorResponse } from '../../testing/wire.ts';

const makeRequest = (kind: RequestKind): DataRequest => ({
  ...{ idRequest: 'req_1', kind, idUser: 'usr_1', patientName: 'Ana Paz', requester: 'Ana Paz' },
  ...{ receivedOn: '2026-11-02', details: 'Su expediente', identityProof: null },
  ...{ answer: null, answeredOn: null, response: null, closedOn: null, outcome: null },
  ...{ evidence: null, answerBy: '2026-12-01', carryOutBy: null, dueOn: '2026-12-01' },
  ...{ isOverdue: false, automationStopped: false, registeredBy: null, answeredBy: null },
  ...{ closedBy: null, version: 1 },
});

test.each([
  ['access', 'Acceso', []],
  ['cancellation', 'Cancelación', ['Detener borradores automáticos', 'Bloquear expediente']],
] as const)('E-10.3549: a request for %s (%s) offers %j', async (kind, title, offered) => {
  const request = makeRequest(kind);
  const { user } = await openScreen('/privacidad', {
    'GET /v1/rights/list': () => ({
      ...{ requests: [request], total: 1, totalIsCapped: false, nextCursor: null },
    }),
    'GET /v1/rights/get-one': () => ({ request, holders: [], acts: [], files: [] }),
  });
  await user.click((await screen.findAllByText('Ana Paz'))[0] as HTMLElement);
  const dialog = within(await screen.findByRole('dialog', { name: title }));
  await dialog.findByRole('button', { name: 'Exportar' });
  const names = dialog.getAllByRole('button').map(({ textContent }) => textContent);
  expect(names.filter((name) => /borradores|Bloquear/.test(name ?? ''))).toEqual(offered);
});

test('E-10.4079: a closed request that was denied says so in the list', async () => {
  const denial = { answer: 'denied', closedOn: '2026-11-03', dueOn: null } as const;
  await openScreen('/privacidad', {
    'GET /v1/rights/list': () => ({
      requests: [{ ...makeRequest('access'), ...denial }],
      ...{ total: 1, totalIsCapped: false, nextCursor: null },
    }),
  });
  expect((await screen.findAllByText('No procede')).length).toBeGreaterThan(0);
});

test('E-10.3807: evidence whose answer was lost is attached again with the same key', async () => {
  const keys: string[] = [];
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      upload = {};
      onerror = () => {};
      open() {}
      setRequestHeader(name: string, value: string) {
        if (name === 'idempotency-key') keys.push(value);
      }
      send() {
        this.onerror();
      }
    },
  );
  onTestFinished(() => void vi.unstubAllGlobals());
  const request = makeRequest('access');
  let reads = 0;
  const { user } = await openScreen('/privacidad', {
    'GET /v1/rights/list': () => ({
      ...{ requests: [request], total: 1, totalIsCapped: false, nextCursor: null },
    }),
    'GET /v1/rights/get-one': () => {
      reads++;
      return { request, holders: [], acts: [], files: [] };
    },
  });
  await user.click((await screen.findAllByText('Ana Paz'))[0] as HTMLElement);
  const dialog = await screen.findByRole('dialog', { name: 'Acceso' });
  await within(dialog).findByRole('button', { name: 'Adjuntar evidencia' });
  const input = dialog.querySelector('input[type=file]') as HTMLInputElement;
  const file = new File(['%PDF-1.7'], 'acuse.pdf', { type: 'application/pdf' });
  const before = reads;
  await user.upload(input, file);
  await waitFor(() => expect(reads).toBeGreaterThan(before));
  await waitFor(() => expect(input.disabled).toBe(false));
  await user.upload(input, file);
  await waitFor(() => expect(keys).toHaveLength(2));
  expect(new Set(keys).size).toBe(1);
});

test('E-10.3887: after a record is blocked, the focus stays in the dialog of its request', async () => {
  let request = makeRequest('cancellation');
  const { user } = await openScreen('/privacidad', {
    'GET /v1/rights/list': () => ({
      ...{ requests: [request], total: 1, totalIsCapped: false, nextCursor: null },
    }),
    'GET /v1/rights/get-one': () => ({ request, holders: [], acts: [], files: [] }),
    'POST /v1/rights/block': () => {
      request = { ...request, patientName: null, version: 2 };
      return { request };
    },
  });
  await user.click((await screen.findAllByText('Ana Paz'))[0] as HTMLElement);
  const dialog = await screen.findByRole('dialog', { name: 'Cancelación' });
  await user.click(await within(dialog).findByRole('button', { name: 'Bloquear expediente' }));
  const question = within(await screen.findByRole('dialog', { name: /^¿Bloquear/ }));
  await user.type(await question.findByRole('textbox'), 'bloquear');
  await user.click(question.getByRole('button', { name: 'Bloquear expediente' }));
  await within(dialog).findByText('El expediente está bloqueado o en la Papelera.');
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
});

test('E-10.3892: a privacy notice that cannot be loaded is reported', async () => {
  const { user } = await openScreen('/privacidad', {
    'GET /v1/rights/list': () => ({
      ...{ requests: [], total: 0, totalIsCapped: false, nextCursor: null },
    }),
    'GET /v1/privacy-notices/list': () => errorResponse('INTERNAL'),
  });
  await user.click(await screen.findByRole('button', { name: 'Aviso de privacidad' }));
  await screen.findByText('No se pudo abrir el aviso de privacidad');
});
