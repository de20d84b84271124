import { expect, test } from 'vitest';
import { formatReport } from '../../commands/import-export.ts';
import { FindingLog } from './findings.ts';

test('the report of an import is a table, followed by each finding with its path and reason', () => {
  const log = new FindingLog();
  for (let index = 0; index < 1_234; index += 1) {
    log.countRead('patient');
    if (index > 1) log.tallies.patient.created += 1;
  }
  log.addOutcome('patient', 'rejected', 'users[7]', 'falta name');
  log.tallies.patient.kept += 1;
  log.kept.add('users[9]', 'el personal lo editó');
  log.addRepair('users[8].phone', 'no es un texto: se deja vacío');
  log.addNotice('users[8].createDate', 'fecha inválida');
  log.addIgnored('users[].color');
  log.addIgnored('users[].color');
  log.removedDemo = { records: 40, edited: 2, filesLeft: 1 };
  expect(formatReport(log)).toBe(
    `Se quitaron los datos de demostración: 40 registros, de ellos 2 que el personal había cambiado.
Archivos que no se pudieron borrar: 1.

Tipo                    leídos  creados  actualizados  sin cambios  conservados  rechazados
───────────────────────────────────────────────────────────────────────────────────────────
Pacientes                1,234    1,232             0            0            1           1
Historiales                  0        0             0            0            0           0
Estudios                     0        0             0            0            0           0
Validaciones de receta       0        0             0            0            0           0
Citas médicas                0        0             0            0            0           0
Médicos                      0        0             0            0            0           0
Partners                     0        0             0            0            0           0
Sucursales                   0        0             0            0            0           0
Prospectos                   0        0             0            0            0           0
───────────────────────────────────────────────────────────────────────────────────────────
Total                    1,234    1,232             0            0            1           1

Rechazados (1):
  users[7]: falta name

Valores que no se guardaron como venían (1):
  users[8].phone: no es un texto: se deja vacío

Se guardaron como venían, y conviene revisarlos (1):
  users[8].createDate: fecha inválida

Conservados como los dejó el personal (1):
  users[9]: el personal lo editó

Campos que Simiente no tiene, y no se importaron:
  users[].color (2)`,
  );
});

test('the text of an imported file cannot control the terminal', () => {
  const log = new FindingLog();
  log.addOutcome(
    'patient',
    'rejected',
    'medicalHistories["\u001b[2J\u202e\u0007\n"]',
    'falta name',
  );
  log.addIgnored(`users[].\u009b31m${'x'.repeat(1_000)}`);
  const text = formatReport(log);
  expect(text).toContain('medicalHistories["\\u{1b}[2J\\u{202e}\\u{7}\\u{a}"]: falta name');
  expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThan(400);
});
