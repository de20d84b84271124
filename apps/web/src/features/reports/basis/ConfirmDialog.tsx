import { lowerFirst } from '@simiente/contract/format/lower-first';
import type { BasisChange, ReportBasis } from '@simiente/contract/reports/version';
import { formatValueName } from '@simiente/contract/results/words';
import { api } from '../../../lib/api/client.ts';
import { SignedReasonDialog, type VersionDialogProps } from '../signing/SignedReasonDialog.tsx';
import classes from './BasisNotice.module.css';
import { describeCurrent } from './current-value.ts';

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
      send={(reason, confirmation, optionsFor) => {
        const input = { idVersion, reason, seen };
        return api.reports.confirm({ ...input, confirmation }, optionsFor(input));
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
function describeChange(change: BasisChange): string {
  const { old, now, range, state } = describeCurrent(change);
  const name = lowerFirst(formatValueName(change));
  const noun = change.change === 'patient' ? 'dato' : 'resultado';
  const isNew = now !== null && (now !== old || range !== '');
  const current = state
    ? `ese ${noun} ${state}${isNew ? `: ${now}${range}` : ''}`
    : `el ${noun} actual es ${now}${range}`;
  return `Seguirá citando ${name}${old === null ? '' : ` ${old}`}; ${current}.`;
}
