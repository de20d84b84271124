import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderRouted } from '../../../testing/render.tsx';
import { signIn } from '../../../testing/session.ts';
import { AuditRowPanel } from './AuditRowPanel.tsx';

const row = {
  ...{ id: 7, at: '2026-11-20T18:00:00.000Z', action: 'audit.listed', idActor: 'stf_1' },
  actor: { kind: 'staff' as const, name: 'Ana Ruiz', email: 'ana@clinica.example' },
  subject: { kind: null, id: null, name: null, date: null },
  ...{ patient: null, fields: [], address: null, background: false, account: null },
  ...{ userAgent: null, idRequest: null, idSession: null, changes: [], facts: [] },
};

test('E-10.3973: the panel of a row describes its action in words, without its key', async () => {
  signIn();
  renderRouted(<AuditRowPanel row={row} onClose={() => {}} />);
  await screen.findByText('Consultó la auditoría');
  expect(screen.queryByText('audit.listed')).toBeNull();
});
