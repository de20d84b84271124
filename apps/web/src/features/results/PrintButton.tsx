import { IconPrinter } from '@tabler/icons-react';
import type { ButtonKind } from '../../ui/buttons/button-kind.ts';
import { LockButton } from '../../ui/buttons/LockButton.tsx';

/** Prints the page; its sheets say how it looks on paper. */
export function PrintButton({ kind = 'default' }: { kind?: ButtonKind }) {
  return (
    <LockButton
      kind={kind}
      icon={<IconPrinter size={17} stroke={1.7} aria-hidden />}
      onClick={() => window.print()}
    >
      Imprimir
    </LockButton>
  );
}
