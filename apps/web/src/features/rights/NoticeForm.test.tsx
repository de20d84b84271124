import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderRouted } from '../../testing/render.tsx';
import NoticeForm from './NoticeForm.tsx';

const notice = (idNotice: string, effectiveOn: string, shortText: string) => ({
  ...{ idNotice, effectiveOn, shortText, fullText: 'Integral', necessaryPurposes: 'Atención' },
  ...{ voluntaryPurposes: null, addedBy: 'Eva', isInForce: effectiveOn > '2026', received: 1 },
});

test('E-10.3983: an earlier version of the privacy notice opens to its texts', async () => {
  const notices = [
    notice('ntc_2', '2026-02-01', 'Texto nuevo'),
    notice('ntc_1', '2025-02-01', 'Texto de antes'),
  ];
  renderRouted(<NoticeForm requested={{ record: null, notices }} />);
  const earlier = await screen.findByText(/^Desde el 1 feb 2025/);
  expect(earlier.closest('details')?.open).toBe(false);
  await userEvent.click(earlier);
  expect(earlier.closest('details')?.textContent).toContain('Aviso simplificado:\nTexto de antes');
});
