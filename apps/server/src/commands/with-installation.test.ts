import { expect, test } from 'vitest';
import { describeSealedBacklog } from './audit.ts';

test('E-10.4065: the command line writes dates in the clinic’s time zone, as year, month and day, with a 24-hour time', () => {
  expect(describeSealedBacklog({ rows: 2, oldest: new Date('2026-11-04T15:08:30Z') })).toBe(
    'Registros de auditoría pendientes de sello, ya sellados: 2 registros, el más antiguo del 2026-11-04 09:08 (Ciudad de México).',
  );
});
