import { Progress } from '@mantine/core';
import { formatPercent } from '../../lib/format/numbers.ts';
import { Button } from '../buttons/Button.tsx';
import classes from './UploadProgress.module.css';

interface UploadProgressProps {
  /** Name of the uploaded file. */
  label: string;
  /** Uploaded share from 0 to 1. */
  share: number;
  onCancel: () => void;
}

/** Progress of an upload. After the last byte, the server checks the file. */
export function UploadProgress({ label, share, onCancel }: UploadProgressProps) {
  const isChecking = share >= 1;
  return (
    <div className={classes.row}>
      <div className={classes.words}>
        <p className={classes.label}>
          {isChecking ? 'Revisando el archivo…' : `Subiendo ${formatPercent(share)}`}
        </p>
        <Progress.Root size={6} radius="xl">
          <Progress.Section
            value={share * 100}
            aria-label={label}
            aria-valuetext={isChecking ? 'Revisando el archivo' : formatPercent(share)}
            animated={isChecking}
          />
        </Progress.Root>
      </div>
      <Button kind="subtle" size="xs" aria-label={`Cancelar: ${label}`} onClick={onCancel}>
        Cancelar
      </Button>
    </div>
  );
}
