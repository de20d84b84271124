import type { Account } from '@simiente/contract/account/calls';
import type { ProfessionalIdentity } from '@simiente/contract/professional-identity/calls';

/** An account that can sign. */
export const account: Account = {
  name: 'Ana Ríos',
  email: 'ana@simiente.example',
  version: 1,
  twoFactor: { since: '2026-01-01T00:00:00.000Z', recoveryCodesLeft: 8 },
  passkeys: [],
  hasPassword: true,
  provider: null,
  twoFactorRequired: false,
  release: '0.1.0',
};

export const identity: ProfessionalIdentity = {
  idAccount: 'acc_own',
  state: 'active',
  latest: {
    idVersion: 'piv_1',
    fullName: 'Ana Ríos Luna',
    cedula: '87654321',
    institution: 'Universidad Nacional',
    specialty: 'Urología',
    specialtyCertificate: null,
    validFrom: '2020-01-01',
    enteredAt: '2026-01-01T00:00:00.000Z',
    enteredBy: null,
    confirmedAt: '2026-01-02T00:00:00.000Z',
  },
  inForce: null,
  suspension: null,
  version: 1,
};
