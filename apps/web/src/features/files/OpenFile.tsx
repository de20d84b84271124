import { IconFileText } from '@tabler/icons-react';
import { Button } from '../../ui/buttons/Button.tsx';
import { LinkButton } from '../../ui/buttons/LinkButton.tsx';

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
    <Button {...shared} disabled disabledReason={missing}>
      Consultar
    </Button>
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
