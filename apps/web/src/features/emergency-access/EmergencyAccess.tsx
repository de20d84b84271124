import { EMERGENCY_HOURS } from '@simiente/contract/emergency-access/calls';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { invalidate, queries } from '../../lib/api/client.ts';
import { lazyForm } from '../../lib/lazy-on-use.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { DateText } from '../../ui/page/DateText.tsx';
import { useCan } from '../session/public.ts';
import classes from './EmergencyAccess.module.css';

const EmergencyAccessDialog = lazyForm(() => import('./EmergencyAccessDialog.tsx'));

interface EmergencyAccessProps {
  idUser: string;
  name: string;
  isOpen: boolean;
}

/** Offers to open a patient's reports and files in an emergency, to an account that does not see them otherwise. */
export function EmergencyAccess({ idUser, name, isOpen }: EmergencyAccessProps) {
  const can = useCan();
  const [requested, setRequested] = useState<{ readonly record: null } | null>(null);
  if (!can('emergency.open') || (can('exams.open') && can('reports.read'))) return null;
  return (
    <>
      {!isOpen && (
        <aside className={classes.offer} aria-label="Acceso de emergencia">
          <p className={classes.words}>
            En una emergencia puedes leer sus informes y abrir los archivos de sus estudios durante{' '}
            {EMERGENCY_HOURS} horas. Te pedimos el motivo.
          </p>
          <Button kind="default" onClick={() => setRequested({ record: null })}>
            Acceso de emergencia
          </Button>
        </aside>
      )}
      <EmergencyAccessDialog patient={{ idUser, name }} requested={requested} />
    </>
  );
}

/** Shows when an emergency access ends, and closes the patient's reports and files at that time. */
export function OpenEmergencyAccess({ idUser, until }: { idUser: string; until: string }) {
  useEffect(() => {
    const queryKey = queries.patients.getMedicalHistory.queryKey({ input: { idUser } });
    const remaining = Math.max(0, Date.parse(until) - Date.now());
    const timer = setTimeout(() => void invalidate(queryKey), remaining);
    return () => clearTimeout(timer);
  }, [idUser, until]);
  return (
    <p role="status" className={classes.notice}>
      <IconAlertTriangle className={classes.icon} size={20} stroke={1.7} aria-hidden />
      <span>
        <strong>Acceso de emergencia.</strong> Termina: <DateText value={until} hour />. Tus
        consultas quedan registradas con tu nombre.
      </span>
    </p>
  );
}
