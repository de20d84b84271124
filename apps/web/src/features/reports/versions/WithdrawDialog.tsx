import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../../lib/api/client.ts';
import { VersionRecipients } from '../../deliveries/public.ts';
import { SignedReasonDialog, type VersionDialogProps } from '../signing/SignedReasonDialog.tsx';
import classes from './ReasonDialog.module.css';

export default function WithdrawDialog({ idVersion, ...props }: VersionDialogProps) {
  const [isOfAnother, setOfAnother] = useState(false);
  return (
    <SignedReasonDialog
      {...props}
      title="Retirar el informe firmado"
      call={{ path: '/v1/reports/withdraw', subject: idVersion }}
      send={(reason, confirmation, optionsFor) => {
        const input = { idVersion, reason, ofAnother: isOfAnother };
        return api.reports.withdraw({ ...input, confirmation }, optionsFor(input));
      }}
      words={{ submit: 'Retirar', busy: 'Retirando…', done: 'Informe retirado' }}
      isDanger
    >
      <p className={classes.text}>
        Dejará de estar vigente. Los enlaces con los que se entregó ya no mostrarán el texto e
        indicarán que se retiró. El informe sigue visible, marcado como retirado, con tu nombre y el
        motivo.
      </p>
      <Checkbox
        label="El informe era de otra persona"
        description="Su texto ya no aparecerá en el expediente, los archivos PDF ni las exportaciones. Solo lo podrán leer las cuentas que firman o auditan."
        checked={isOfAnother}
        onChange={({ currentTarget: { checked } }) => setOfAnother(checked)}
      />
      <VersionRecipients idVersion={idVersion} />
    </SignedReasonDialog>
  );
}
