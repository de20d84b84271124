import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { fill, renderRouted, unlocked } from '../../../testing/render.tsx';
import { signIn } from '../../../testing/session.ts';
import { answerRequests, errorResponse, networkError } from '../../../testing/wire.ts';
import { ToastHost } from '../../../ui/toasts/ToastHost.tsx';
import { allowRelativePaths } from '../confirmation/testing/change.tsx';
import { TwoFactorSetUp } from './TwoFactorSetUp.tsx';

const account = {
  ...{ name: 'Ana Ruiz', email: 'ana@clinica.example', version: 1, release: '1' },
  ...{ passkeys: [], hasPassword: true, provider: null, twoFactorRequired: false },
};

test.each([
  [{ since: '2026-11-20T18:00:00.000Z', recoveryCodesLeft: 10 }, true],
  [null, false],
])(
  'E-10.3963: after a lost answer, with the second step %j, new codes are suggested: %s',
  async (twoFactor, isDone) => {
    signIn();
    allowRelativePaths();
    let confirmations = 0;
    answerRequests({
      'POST /api/auth/two-factor/enable': () => ({
        uri: 'otpauth://totp/Simiente:ana?secret=JBSWY3DPEHPK3PXP',
        recoveryCodes: ['aaaaa-bbbbb'],
      }),
      'POST /api/auth/two-factor/confirm': () =>
        ++confirmations === 1 ? networkError() : errorResponse('CONFLICT'),
      'GET /api/auth/get-session': () => null,
      'GET /v1/account/get-one': () => ({ ...account, twoFactor }),
    });
    const onDone = vi.fn();
    renderRouted(
      <>
        <TwoFactorSetUp onEnabled={() => {}} onDone={onDone} />
        <ToastHost />
      </>,
    );
    await fill(userEvent, await screen.findByLabelText(/Contraseña/), 'tres tazas');
    await userEvent.click(screen.getByRole('button', { name: 'Continuar' }));
    await fill(userEvent, await screen.findByLabelText(/Código/), '123456');
    await userEvent.click(screen.getByRole('button', { name: 'Activar' }));
    await screen.findByText(/Sin conexión/);
    await unlocked();
    await userEvent.click(screen.getByRole('button', { name: 'Activar' }));
    if (isDone) await screen.findByText('La verificación en dos pasos ya está activa');
    else await screen.findByRole('alert');
    expect(onDone).toHaveBeenCalledTimes(isDone ? 1 : 0);
  },
);
