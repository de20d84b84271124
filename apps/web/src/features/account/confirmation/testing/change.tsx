import type { Account } from '@simiente/contract/account/calls';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { vi } from 'vitest';
import { api } from '../../../../lib/api/client.ts';
import { renderRouted } from '../../../../testing/render.tsx';
import { signIn } from '../../../../testing/session.ts';
import { answerRequests, errorResponse } from '../../../../testing/wire.ts';
import { ProofGate } from '../ProofGate.tsx';

const account: Account = {
  name: 'Ana Ríos',
  email: 'ana@simiente.example',
  version: 1,
  twoFactor: { since: '2026-11-01T18:00:00.000Z', recoveryCodesLeft: 10 },
  passkeys: [],
  hasPassword: true,
  provider: null,
  twoFactorRequired: false,
  release: '0.1.0',
};

/** Allows relative paths in requests. Node's `Request` rejects them, because there is no page. */
export function allowRelativePaths() {
  vi.stubGlobal(
    'Request',
    class extends Request {
      constructor(input: RequestInfo | URL, init?: RequestInit) {
        super(typeof input === 'string' ? new URL(input, location.href) : input, init);
      }
    },
  );
}

/** A server that ends the sessions of an account once the user has confirmed. */
export function answerAfterProof() {
  const sent: unknown[] = [];
  let isProved = false;
  signIn();
  allowRelativePaths();
  answerRequests({
    'GET /v1/account/get-one': () => account,
    'POST /api/auth/prove': ({ body }) => {
      sent.push(body);
      isProved = true;
      return { proved: true };
    },
    'POST /v1/account/revoke-other-sessions': () =>
      isProved ? { ended: 2 } : errorResponse('PROOF_NEEDED'),
  });
  return sent;
}

/** A change that needs a proof, and its outcome. */
function Change() {
  const [outcome, setOutcome] = useState('');
  const change = () =>
    api.account.revokeOtherSessions({}).then(
      () => setOutcome('done'),
      ({ code }) => setOutcome(code),
    );
  return (
    <>
      <button type="button" onClick={change}>
        Cambiar
      </button>
      <output>{outcome}</output>
    </>
  );
}

export async function pressChange() {
  renderRouted(
    <>
      <ProofGate />
      <Change />
    </>,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Cambiar' }));
}
