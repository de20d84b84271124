import { Skeleton } from '@mantine/core';
import type { MedicalHistory } from '@simiente/contract/patients';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { isUnknownRecord } from '../../../lib/api/failure.ts';
import { formatCount } from '../../../lib/format/numbers.ts';
import { LinkButton } from '../../../ui/buttons/LinkButton.tsx';
import { EmptyTrayArt } from '../../../ui/illustrations/state-art.tsx';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { LoadError } from '../../../ui/page/LoadError.tsx';
import { PageHead } from '../../../ui/page/PageHead.tsx';
import { PersonAvatar } from '../../../ui/status/PersonAvatar.tsx';
import { patientsCrumb, UnknownPatient, useMedicalHistory } from '../../patients/public.ts';
import { PageCrumbs, PageTitle } from '../../shell/public.ts';
import classes from './AppointmentsPage.module.css';

interface AppointmentsPageProps {
  idUser: string;
  /** Message if there are none. */
  none: string;
  /** A list item for each appointment. */
  cards: (history: MedicalHistory) => readonly ReactNode[];
  /** The button that creates one. */
  action?: (history: MedicalHistory) => ReactNode;
}

/** A patient's appointments of one kind, one card each. */
export function AppointmentsPage({ idUser, none, cards, action }: AppointmentsPageProps) {
  const history = useMedicalHistory(idUser);
  if (isUnknownRecord(history.error)) return <UnknownPatient />;
  if (history.data === undefined) {
    return (
      <>
        <PageTitle>{TITLE}</PageTitle>
        <PageCrumbs crumbs={[patientsCrumb, { label: 'Citas' }]} />
        {history.error ? (
          <AppointmentsFailure
            message={history.error.message}
            onRetry={() => void history.refetch()}
          />
        ) : (
          <AppointmentsLoading />
        )}
      </>
    );
  }
  const drawn = cards(history.data);
  return (
    <>
      <PageTitle>{TITLE}</PageTitle>
      <AppointmentsCrumbs history={history.data} />
      <PageHead
        title={TITLE}
        context={<PatientCount name={history.data.name} count={drawn.length} />}
        action={action?.(history.data)}
      />
      {drawn.length === 0 ? (
        <NoAppointments idUser={idUser} title={none} />
      ) : (
        <ul className={classes.grid}>{drawn}</ul>
      )}
    </>
  );
}

function AppointmentsCrumbs({ history: { idUser, name, userData } }: { history: MedicalHistory }) {
  return (
    <PageCrumbs
      crumbs={[
        patientsCrumb,
        {
          label: userData.test.userName ?? name,
          link: (props) => <Link to="/pacientes/$idUser" params={{ idUser }} {...props} />,
        },
        { label: 'Citas' },
      ]}
    />
  );
}

function PatientCount({ name, count }: { name: string; count: number }) {
  return (
    <span className={classes.whose}>
      <PersonAvatar name={name} size={26} />
      <span className={classes.words}>
        {name} · {formatCount(count)} {count === 1 ? 'cita' : 'citas'}
      </span>
    </span>
  );
}

export const TITLE = 'Gestión de Citas';

export function AppointmentsLoading() {
  return (
    <div aria-busy="true">
      <PageHead title={TITLE} context={<span role="status">Cargando...</span>} />
      <div className={classes.grid}>
        {[1, 2, 3].map((card) => (
          <Skeleton key={card} height={244} radius={12} />
        ))}
      </div>
    </div>
  );
}

interface AppointmentsFailureProps {
  message: string;
  onRetry: () => void;
}

export function AppointmentsFailure({ message, onRetry }: AppointmentsFailureProps) {
  return (
    <>
      <PageHead title={TITLE} />
      <section className={classes.panel}>
        <LoadError title="Error al cargar las citas" message={message} onRetry={onRetry} />
      </section>
    </>
  );
}

export function NoAppointments({ idUser, title }: { idUser: string; title: string }) {
  return (
    <section className={classes.panel}>
      <EmptyState
        illustration={<EmptyTrayArt />}
        title={title}
        action={
          <LinkButton
            kind="default"
            link={(props) => <Link to="/pacientes/$idUser" params={{ idUser }} {...props} />}
          >
            Volver al paciente
          </LinkButton>
        }
      >
        Aparecerán aquí en cuanto se agende la primera.
      </EmptyState>
    </section>
  );
}
