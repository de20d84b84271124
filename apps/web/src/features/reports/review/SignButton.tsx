import { countOpen, type WorkingCopy } from '@simiente/contract/reports/working-copy';
import { IconSignature } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { lazyOnUse } from '../../../lib/lazy-on-use.ts';
import { LockButton } from '../../../ui/buttons/LockButton.tsx';
import { useFailureToast } from '../../../ui/toasts/notify.tsx';
import { useHasDraft, useMay } from '../../session/public.ts';
import type { Work } from './use-working-copy.ts';

const SignDialog = lazyOnUse(() => import('../signing/SignDialog.tsx'));

interface SignButtonProps {
  work: Work;
  open: WorkingCopy['open'];
  isEmpty: boolean;
  notifySigned: () => void;
  onSigned: () => void;
}

/** 'Firmar': saves the working copy first, and opens the signature if no figure of it is open. */
export function SignButton({
  work,
  open: warnings,
  isEmpty,
  notifySigned,
  onSigned,
}: SignButtonProps) {
  const may = useMay();
  const failure = useFailureToast();
  const [isSettling, setSettling] = useState(false);
  const [copy, setCopy] = useState<WorkingCopy>();
  const draft = `signature ${work.saved.idWorkingCopy}`;
  const isKept = useHasDraft(draft);
  const reason = describeObstacle({ ...warnings, isEmpty, maySign: may('reports.sign') });

  async function open() {
    failure.clear();
    setSettling(true);
    try {
      const now = await work.settle();
      // A result may have changed since the figures were looked at; they are marked now.
      if (countOpen(now.open) === 0) setCopy(now);
      else failure.tell('Cambió un resultado', { detail: 'Revisa las cifras marcadas.' });
    } catch (error) {
      failure.tell('No se pudo guardar la revisión', { detail: (error as Error).message });
    }
    setSettling(false);
  }

  const openKept = useEffectEvent(() => {
    if (isKept && reason === undefined) void open();
  });
  useEffect(() => openKept(), []);

  return (
    <>
      <LockButton
        icon={IconSignature}
        aria-haspopup="dialog"
        disabled={reason !== undefined}
        disabledReason={reason}
        loading={isSettling}
        onClick={() => void open()}
      >
        Firmar
      </LockButton>
      {copy && (
        <SignDialog
          copy={copy}
          draft={draft}
          onClose={() => setCopy(undefined)}
          notifySigned={notifySigned}
          onSigned={onSigned}
        />
      )}
    </>
  );
}

/** Reasons that block a signature. */
interface Obstacles extends Readonly<WorkingCopy['open']> {
  readonly isEmpty: boolean;
  readonly maySign: boolean;
}

/** The sentence of a disabled 'Firmar'; undefined if it may be signed. */
function describeObstacle({
  isEmpty,
  differing,
  unknown,
  treatments,
  values,
  maySign,
}: Obstacles): string | undefined {
  if (!maySign) return 'Tu cuenta puede revisar, pero no firmar.';
  if (isEmpty) return 'El informe no tiene texto.';
  if (differing > 0)
    return `Corrige o explica ${differing === 1 ? '1 cifra' : `${differing} cifras`}.`;
  if (unknown > 0) return 'Confirma las cifras sin verificar.';
  if (treatments > 0) return 'Acepta cada tratamiento del texto, o quítalo.';
  return values > 0 ? 'Acepta cada valor sin validar, preliminar o corregido.' : undefined;
}
