import { IconFileText } from '@tabler/icons-react';
import { LinkButton } from '../../ui/buttons/LinkButton.tsx';
import { LockButton } from '../../ui/buttons/LockButton.tsx';

interface OpenFileProps {
  /** 'Seminograma, 18 nov 2026' */
  name: string;
  fileUrl: string | null;
  /** The reason why there is no file. */
  missing: string;
  hasIcon?: boolean;
  fullWidth?: boolean;
}

/** 'Consultar': the file of a record in a new tab; disabled without a file. */
export function OpenFile({ name, fileUrl, missing, hasIcon, fullWidth = false }: OpenFileProps) {
  const shared = { kind: 'default', fullWidth, icon: hasIcon ? IconFileText : undefined } as const;
  return fileUrl === null ? (
    <LockButton {...shared} disabled disabledReason={missing}>
      Consultar
    </LockButton>
  ) : (
    <LinkButton
      {...shared}
      href={fileUrl}
      newTab
      aria-label={`Consultar: ${name} (se abre en otra pestaña)`}
    >
      Consultar
    </LinkButton>
  );
}
