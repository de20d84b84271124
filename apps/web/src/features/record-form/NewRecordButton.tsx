import type { Capability } from '@simiente/contract/common/access/roles';
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { LockButton, type LockButtonProps } from '../../ui/buttons/LockButton.tsx';
import { useMay } from '../session/public.ts';

interface NewRecordButtonProps
  extends Pick<LockButtonProps, 'kind' | 'size' | 'className' | 'id' | 'children'> {
  capability: Capability;
  form: (request: {
    /** A new object at each press opens the form. Null before the first press. */
    readonly requested: { readonly record: null } | null;
  }) => ReactNode;
}

/** A 'Crear …' button, and the form for a new record that the button opens. */
export function NewRecordButton({ capability, form, ...buttonProps }: NewRecordButtonProps) {
  const [requested, setRequested] = useState<{ readonly record: null } | null>(null);
  if (!useMay()(capability)) return null;
  return (
    <>
      <LockButton
        {...buttonProps}
        icon={IconPlus}
        aria-haspopup="dialog"
        onClick={() => setRequested({ record: null })}
      />
      {form({ requested })}
    </>
  );
}
