import type { Capability } from '@simiente/contract/common/access/roles';
import type { SetupSteps } from '@simiente/contract/dashboard/calls';
import {
  IconBellRinging,
  IconCheck,
  IconFileText,
  IconStethoscope,
  IconUserPlus,
  IconUsers,
  type TablerIcon,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { queries } from '../../../lib/api/client.ts';
import type { LinkSlot } from '../../../ui/link-slot.ts';
import { useMay } from '../../session/public.ts';
import { TaskRow } from './OpenTasksCard.tsx';
import classes from './TodaySection.module.css';

interface Step {
  readonly id: keyof SetupSteps;
  readonly needs: Capability;
  readonly icon: TablerIcon;
  readonly title: string;
  readonly detail: string;
  readonly link: LinkSlot;
}

const steps: readonly Step[] = [
  {
    id: 'letterhead',
    needs: 'letterhead.manage',
    icon: IconFileText,
    title: 'Prepara el membrete',
    detail: 'Nombre, domicilio, licencia y logotipo de tus documentos',
    link: <Link to="/membrete" />,
  },
  {
    id: 'doctor',
    needs: 'directory.edit',
    icon: IconStethoscope,
    title: 'Agrega a los médicos',
    detail: 'Con sus horarios de consulta',
    link: <Link to="/medicos" />,
  },
  {
    id: 'team',
    needs: 'accounts.manage',
    icon: IconUsers,
    title: 'Invita a tu equipo',
    detail: 'Cada persona con su propia cuenta',
    link: <Link to="/cuentas" />,
  },
  {
    id: 'patient',
    needs: 'patients.edit',
    icon: IconUserPlus,
    title: 'Registra al primer paciente',
    detail: 'O importa tu lista de pacientes',
    link: <Link to="/pacientes" />,
  },
  {
    id: 'reminders',
    needs: 'clinic.manage',
    icon: IconBellRinging,
    title: 'Activa los recordatorios',
    detail: 'Para que los pacientes confirmen su cita',
    link: <Link to="/por-confirmar" />,
  },
];

/** Whether the first steps replace the dashboard: the account has an open step, and no patient or prospect exists. */
export function useIsNewClinic(): boolean {
  const may = useMay();
  const { data } = useQuery(queries.dashboard.today.queryOptions({ select: ({ data }) => data }));
  if (data?.setup === undefined) return false;
  const { setup, prospects } = data;
  const isOpen = steps.some(({ id, needs }) => may(needs) && !setup[id]);
  return isOpen && !setup.patient && prospects.count === 0;
}

/** 'Primeros pasos' of a new clinic, for the account's roles; hidden when all are done. */
export function FirstSteps({ setup }: { setup: SetupSteps }) {
  const may = useMay();
  const allowedSteps = steps.filter(({ needs }) => may(needs));
  const done = allowedSteps.filter(({ id }) => setup[id]).length;
  if (done === allowedSteps.length) return null;
  return (
    <section className={`${classes.card} ${classes.room}`} aria-labelledby="first-steps">
      <div className={classes.head}>
        <h3 id="first-steps" className={classes.name}>
          Primeros pasos
        </h3>
        <span className={classes.issues}>
          {done} de {allowedSteps.length}
        </span>
      </div>
      <ul className={classes.rows}>
        {allowedSteps.map(({ id, needs: _, icon, title, detail, link }) => (
          <TaskRow
            key={id}
            icon={setup[id] ? IconCheck : icon}
            title={title}
            detail={detail}
            count={setup[id] ? 'Listo' : ''}
            link={link}
          />
        ))}
      </ul>
    </section>
  );
}
