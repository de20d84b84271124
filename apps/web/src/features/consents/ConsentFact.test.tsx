import { cleanNotifications } from '@mantine/notifications';
import type { Consent } from '@simiente/contract/consents/calls';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../lib/query-client.ts';
import { fill, renderRouted, unlocked } from '../../testing/render.tsx';
import { ConsentFact } from './ConsentFact.tsx';

afterEach(() => {
  act(() => cleanNotifications());
  queryClient.clear();
  vi.unstubAllGlobals();
});

/** A server that stores one patient's consents. */
function withConsents(storedConsents: Consent[] = []) {
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname } = new URL(request.url);
    if (request.method === 'POST') {
      const input = (await request.json()) as { reason?: string; purposes?: ['health_data'] };
      sent.push(input);
      const [last] = storedConsents;
      if (pathname.endsWith('record-consent')) {
        storedConsents.unshift({
          purpose: input.purposes?.[0] ?? 'health_data',
          ...(input as Pick<Consent, 'version' | 'givenOn' | 'way'>),
          recordedAt: '2026-11-12T18:00:00.000Z',
          recordedBy: 'Mariana Solórzano',
          withdrawnAt: null,
          withdrawalReason: null,
          withdrawnBy: null,
        });
      } else if (last) {
        const now = { withdrawnAt: '2026-11-13T18:00:00.000Z', withdrawnBy: 'Mariana Solórzano' };
        storedConsents[0] = { ...last, ...now, withdrawalReason: input.reason ?? null };
      }
    }
    return Response.json({ status: 200, data: { consents: storedConsents } });
  });
  return sent;
}

test('E-10.295: a missing consent is recorded with its text in view, read, and withdrawn with a reason', async () => {
  const sent = withConsents();
  const landing = [{ at: '2026-10-03T12:00:00.000Z', version: '2026-10' }];
  renderRouted(
    <dl>
      <ConsentFact idUser="usr_1" name="Ana Ruiz" landing={landing} />
    </dl>,
  );
  const user = userEvent.setup();
  expect(await screen.findByText('Falta')).toBeTruthy();

  await user.click(await screen.findByRole('button', { name: 'Registrar el consentimiento' }));
  const recording = await screen.findByRole('dialog', { name: 'Registrar consentimiento' });
  expect(recording.textContent).toContain('datos personales sensibles de salud');
  expect(recording.textContent).toContain('No es consentimiento de datos de salud.');
  const [way] = within(recording).getAllByLabelText(/Forma/);
  if (way) await user.click(way);
  await user.click(await screen.findByRole('option', { name: 'Firmado en papel' }));
  await user.click(
    await within(recording).findByRole('button', { name: 'Registrar consentimiento' }),
  );
  expect(await screen.findByText('Vigente')).toBeTruthy();
  expect(sent).toMatchObject([
    { idUser: 'usr_1', purposes: ['health_data'], way: 'paper', version: '2026-11' },
  ]);
  // Until the dialog has closed, it covers the button.
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  await user.click(await screen.findByRole('button', { name: 'Ver los consentimientos' }));
  const shown = await screen.findByRole('dialog', { name: 'Consentimientos' });
  expect(shown.textContent).toContain('Firmado en papel el');
  await user.click(await within(shown).findByRole('button', { name: 'Retirar consentimiento' }));
  await fill(user, await screen.findByRole('textbox', { name: /Motivo/ }), 'Lo pidió');
  await user.click(await screen.findByRole('button', { name: 'Retirar consentimiento' }));
  await waitFor(() => expect(screen.getByText('Retirado')).toBeTruthy());
  expect(sent[1]).toEqual({ idUser: 'usr_1', purpose: 'health_data', reason: 'Lo pidió' });
});

test('E-10.3886: a consent that was just withdrawn is not offered for withdrawal again', async () => {
  const purposes = ['reminders_whatsapp', 'health_data'] as const;
  withConsents(
    purposes.map((purpose) => ({
      ...{ purpose, version: '2026-11', givenOn: '2026-11-12', way: 'paper' },
      ...{ recordedAt: '2026-11-12T18:00:00.000Z', recordedBy: 'Mariana Solórzano' },
      ...{ withdrawnAt: null, withdrawalReason: null, withdrawnBy: null },
    })),
  );
  renderRouted(
    <dl>
      <ConsentFact idUser="usr_1" name="Ana Ruiz" landing={[]} />
    </dl>,
  );
  const user = userEvent.setup();
  const open = async () => {
    await user.click(await screen.findByRole('button', { name: 'Ver los consentimientos' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Consentimientos' }));
    return dialog.findAllByRole('button', { name: 'Retirar consentimiento' });
  };
  const [first, ...others] = await open();
  expect(others).toHaveLength(1);
  await user.click(first as HTMLElement);
  await fill(user, await screen.findByRole('textbox', { name: /Motivo/ }), 'Lo pidió');
  await user.click(await screen.findByRole('button', { name: 'Retirar consentimiento' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await unlocked();
  expect(await open()).toHaveLength(1);
});
