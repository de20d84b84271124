import type { BasisChange, ReportBasis } from '@simiente/contract/reports/version';
import { describeWithUnit, formatValueName } from '@simiente/contract/results/words';
import { api } from '../../../lib/api/client.ts';
import { lowerFirst } from '../report-words.ts';
import { SignedReasonDialog, type VersionDialogProps } from '../signing/SignedReasonDialog.tsx';
import classes from './BasisNotice.module.css';

interface ConfirmDialogProps extends VersionDialogProps {
  basis: ReportBasis;
}

/** Confirms, with a reason, that a signed report is still valid although quoted results changed. */
export default function ConfirmDialog({ idVersion, basis, ...props }: ConfirmDialogProps) {
  const { changes, seen } = basis;
  return (
    <SignedReasonDialog
      {...props}
      title="El informe sigue siendo válido"
      call={{ path: '/v1/reports/confirm', subject: idVersion }}
      send={(reason, confirmation, keyFor) => {
        const input = { idVersion, reason, seen };
        const context = { idempotencyKey: keyFor(input) };
        return api.reports.confirm({ ...input, confirmation }, { context });
      }}
      words={{
        submit: 'Confirmar que es válido',
        busy: 'Confirmando…',
        done: 'Se confirmó que el informe sigue siendo válido',
      }}
    >
      <ul className={classes.said}>
        {changes.map((change) => (
          <li key={change.idSource}>{describeChange(change)}</li>
        ))}
      </ul>
      <p className={classes.facts}>
        Tu motivo queda en el historial del informe y en la auditoría, con tu nombre.
      </p>
    </SignedReasonDialog>
  );
}

/** Text such as 'Seguirá citando concentración 14 ×10⁶/mL; el resultado actual es 41 ×10⁶/mL.' */
function describeChange({ before, after, ...about }: BasisChange): string {
  const format = (value: NonNullable<BasisChange['before']>) =>
    describeWithUnit({ ...value, derived: about.derivedFrom });
  const name = lowerFirst(formatValueName(about));
  const noun = about.change === 'patient' ? 'dato' : 'resultado';
  const current = after ? `el ${noun} actual es ${format(after)}` : `ese ${noun} ya no existe`;
  return `Seguirá citando ${name}${before ? ` ${format(before)}` : ''}; ${current}.`;
}
