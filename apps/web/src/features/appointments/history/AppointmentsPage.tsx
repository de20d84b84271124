import { Skeleton, UnstyledButton } from '@mantine/core';
import { isInstant } from '@simiente/contract/common/dates';
import type { MedicalHistory } from '@simiente/contract/patients/calls';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { isUnknownRecord } from '../../../lib/api/failure.ts';
import { type Noun, pluralize } from '../../../lib/format/numbers.ts';
import { LinkButton } from '../../../ui/buttons/LinkButton.tsx';
import { ContactMenu } from '../../../ui/contact/ContactMenu.tsx';
import { EmptyTrayArt } from '../../../ui/illustrations/state-art.tsx';
import { PageHeader } from '../../../ui/list/PageHeader.tsx';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { PersonAvatar } from '../../../ui/status/person.tsx';
import { StatusPill } from '../../../ui/status/StatusPill.tsx';
import {
  patientCrumb,
  patientsCrumb,
  patientWords,
  useMedicalHistory,
} from '../../patients/public.ts';
import { PendingRecord } from '../../records/public.ts';
import { Can } from '../../session/public.ts';
import { PageCrumbs, PageTitle } from '../../shell/public.ts';
import { appointmentStatus } from '../appointment-cache.ts';
import { AttendanceButton, AttendanceMark, type Visit } from '../attendance/AttendanceButton.tsx';
import { AppointmentDialog } from '../card/AppointmentDialog.tsx';
import cardClasses from './AppointmentCard.module.css';
import classes from './AppointmentsPage.module.css';

const TITLE = 'Gestión de Citas';
const words = { ...patientWords, tab: TITLE, failure: 'No se pudieron cargar las citas' };

interface AppointmentsPageProps {
  idUser: string;
  noun: Noun;
  emptyTitle: string;
  /** A list item for each appointment. */
  cards: (history: MedicalHistory, open: (id: string) => void) => readonly ReactNode[];
  action?: (history: MedicalHistory) => ReactNode;
}

/** A patient's appointments of one kind, one card each. */
export function AppointmentsPage(props: AppointmentsPageProps) {
  const { idUser, noun, emptyTitle, cards, action } = props;
  const history = useMedicalHistory(idUser);
  const [openedId, setOpenedId] = useState<string | null>(null);
  if (isUnknownRecord(history.error) || history.data === undefined) {
    return (
      <PendingRecord
        words={words}
        queries={[history]}
        title={TITLE}
        action={
          action && (
            <Can capability="patients.edit">
              <Skeleton className={classes.action ?? ''} height={36} radius={8} />
            </Can>
          )
        }
      >
        <div className={classes.grid}>
          {[1, 2, 3].map((card) => (
            <Skeleton key={card} height={244} radius={12} />
          ))}
        </div>
      </PendingRecord>
    );
  }
  const items = cards(history.data, setOpenedId);
  const { name, email, phone, userData } = history.data;

  return (
    <>
      <PageTitle>{TITLE}</PageTitle>
      <PageCrumbs
        crumbs={[
          patientsCrumb,
          patientCrumb(idUser, userData.test.userName ?? name),
          { label: 'Citas' },
        ]}
      />
      <PageHeader
        title={TITLE}
        context={
          <span className={classes.whose}>
            <PersonAvatar name={name} size={26} />
            <span className={classes.words}>
              {name} · {pluralize(items.length, noun)}
            </span>
            <ContactMenu name={name} phone={phone} email={email} />
          </span>
        }
        action={action?.(history.data)}
      />
      {items.length === 0 ? (
        <section className={classes.panel}>
          <EmptyState
            illustration={<EmptyTrayArt />}
            title={emptyTitle}
            action={
              <LinkButton
                kind="default"
                link={<Link to="/pacientes/$idUser" params={{ idUser }} />}
              >
                Volver al paciente
              </LinkButton>
            }
          >
            Aparecerán aquí en cuanto se agende la primera.
          </EmptyState>
        </section>
      ) : (
        <ul className={classes.grid}>{items}</ul>
      )}
      <AppointmentDialog id={openedId} onClose={() => setOpenedId(null)} />
    </>
  );
}

interface AppointmentCardProps {
  title: string;
  visit: Visit;
  patientName: string;
  /** Opens the card of the appointment. */
  onOpen: () => void;
  children: ReactNode;
  actions?: ReactNode;
}

export function AppointmentCard(props: AppointmentCardProps) {
  const { title, visit, patientName, onOpen, children, actions } = props;
  const { status, startsAt } = visit;
  const isMuted =
    status === 'cancelled' || (isInstant(startsAt) && Date.parse(startsAt) < Date.now());
  return (
    <li className={cardClasses.card} data-muted={isMuted || undefined}>
      <div className={cardClasses.header}>
        <h2 className={cardClasses.title}>
          <UnstyledButton
            className={cardClasses.open ?? ''}
            aria-haspopup="dialog"
            onClick={onOpen}
          >
            {title}
          </UnstyledButton>
        </h2>
        <StatusPill {...appointmentStatus(visit.status)} />
      </div>
      {children}
      <div className={cardClasses.attendance}>
        <AttendanceMark visit={visit} />
        <AttendanceButton visit={visit} patientName={patientName} />
      </div>
      {actions && <div className={cardClasses.actions}>{actions}</div>}
    </li>
  );
}
