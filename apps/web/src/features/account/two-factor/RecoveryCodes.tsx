import { IconCopy, IconDownload } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { saveBlob } from '../../../lib/api/download.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { FormActions } from '../../../ui/form/FormPage.tsx';
import { LeaveQuestion } from '../../shell/public.ts';
import classes from './TwoFactor.module.css';

/** The recovery codes, shown once, to copy or download. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const [announcement, setAnnouncement] = useState('');
  const title = useRef<HTMLParagraphElement>(null);
  const isSaved = useRef(false);

  useEffect(() => title.current?.focus(), []);

  async function copy() {
    try {
      await navigator.clipboard.writeText(codes.join('\n'));
      setAnnouncement('Códigos copiados.');
    } catch {
      setAnnouncement('No se pudieron copiar: selecciónalos y cópialos a mano.');
    }
  }

  return (
    <div className={classes.form}>
      <p ref={title} tabIndex={-1} className={classes.sentence}>
        Guárdalos en un lugar seguro: no se volverán a mostrar. Cada uno sirve una vez para entrar
        sin el teléfono.
      </p>
      <ul className={classes.codes} aria-label="Códigos de recuperación">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <p role="status" className={classes.announcement}>
        {announcement}
      </p>
      <FormActions>
        <Button kind="default" icon={IconCopy} onClick={() => void copy()}>
          Copiar
        </Button>
        <Button kind="default" icon={IconDownload} onClick={() => saveAsFile(codes)}>
          Descargar
        </Button>
        <Button
          onClick={() => {
            isSaved.current = true;
            onDone();
          }}
        >
          Ya los guardé
        </Button>
      </FormActions>
      <LeaveQuestion
        title="¿Salir sin guardar los códigos?"
        stay="Volver a los códigos"
        discard="Salir"
        isDirty={() => !isSaved.current}
      >
        No se volverán a mostrar.
      </LeaveQuestion>
    </div>
  );
}

function saveAsFile(codes: readonly string[]): void {
  const text = `Simiente: códigos de recuperación\nCada uno sirve una vez.\n\n${codes.join('\n')}\n`;
  const blob = new Blob([text], { type: 'text/plain;charset=utf-8' });
  saveBlob(blob, 'simiente-codigos-de-recuperacion.txt');
}
