import { Skeleton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type Doctor, doctor as doctorSchema } from '@simiente/contract/doctors/calls';
import { titledName } from '@simiente/contract/doctors/titled-name';
import { IconCalendarEvent, IconMail, IconPlus, IconStethoscope } from '@tabler/icons-react';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { api, queries, useAnswer } from '../../lib/api/client.ts';
import { isUnknownRecord, staleDetails } from '../../lib/api/failure.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { LinkButton } from '../../ui/buttons/LinkButton.tsx';
import { EmailContact } from '../../ui/contact/Contact.tsx';
import { ViewSwitch } from '../../ui/list/ViewSwitch.tsx';
import { DateText } from '../../ui/page/DateText.tsx';
import { Fact, RecordHeader } from '../../ui/page/RecordHeader.tsx';
import { Confirmation } from '../../ui/questions/Confirmation.tsx';
import { PersonAvatar } from '../../ui/status/person.tsx';
import { StatusPill } from '../../ui/status/StatusPill.tsx';
import { notifySuccess, useToastMutation } from '../../ui/toasts/notify.tsx';
import { AppointmentForm, type AppointmentRequest, toDateTime } from '../appointments/public.ts';
import { PendingRecord, type RecordWords } from '../records/public.ts';
import { Can, useCan, useClinicTimeZone } from '../session/public.ts';
import { listCrumb, PageCrumbs, PageTitle } from '../shell/public.ts';
import { AgendaCard } from './agenda/grid/AgendaCard.tsx';
import { useAgendaUrl, useDoctorAgenda } from './agenda/use-agenda-state.ts';
import { DoctorForm, type DoctorRequest } from './DoctorForm.tsx';
import { describeUpcoming } from './DoctorsPage.tsx';
import { showDoctor } from './doctor-list.ts';
import { AffectedAppointments } from './schedule/AffectedAppointments.tsx';

const list = { label: 'Médicos', to: '/medicos' } as const;

export const doctorWords: RecordWords = {
  tab: 'Médico',
  list,
  all: 'Ver todos los médicos',
  loading: 'Cargando datos del médico…',
  failure: 'No se pudo cargar el médico',
  unknown: 'No encontramos este médico',
  // Doctors are retired, never deleted.
  unknownReason: 'Puede que la dirección esté mal escrita.',
};

/** /medicos/{id}: a doctor's data and agenda. */
export function DoctorPage() {
  const { idDoctor } = useParams({ from: '/_shell/_guarded/medicos/$idDoctor' });
  const query = useAnswer(queries.doctors.getOne, { input: { idDoctor } });
  const doctor = query.data;
  const timeZone = useClinicTimeZone();
  const mayEdit = useCan()('patients.edit');
  const [requested, setRequested] = useState<AppointmentRequest | null>(null);

  // A failed refetch keeps the shown data.
  if (isUnknownRecord(query.error) || !doctor) {
    return (
      <PendingRecord words={doctorWords} queries={[query]}>
        <Skeleton height={600} radius={12} />
      </PendingRecord>
    );
  }

  const { name, specialties, email, upcoming, retiredAt } = doctor;
  return (
    <>
      <PageTitle>Médico</PageTitle>
      <PageCrumbs crumbs={[listCrumb(list), { label: titledName(doctor.name) }]} />
      <RecordHeader
        avatar={<PersonAvatar name={name} tone="staff" size={60} />}
        title={titledName(name)}
        mark={retiredAt !== null && <StatusPill tone="neutral" label="Inactivo" />}
        facts={
          <>
            {specialties.length > 0 && (
              <Fact icon={IconStethoscope} label="Especialidades">
                {specialties.join(', ')}
              </Fact>
            )}
            {email && (
              <Fact icon={IconMail} label="Correo">
                <EmailContact email={email} name={titledName(name)} />
              </Fact>
            )}
            <Fact icon={IconCalendarEvent}>{describeUpcoming(upcoming)}</Fact>
            {retiredAt !== null && (
              <li>
                Inactivo desde <DateText value={retiredAt} />
              </li>
            )}
          </>
        }
        actions={<DoctorActions doctor={doctor} onCreate={() => setRequested({ record: null })} />}
      />
      <DoctorAgenda
        doctor={doctor}
        onCreateAt={
          mayEdit
            ? (startsAt) =>
                setRequested({ record: null, start: { when: toDateTime(startsAt, timeZone) } })
            : undefined
        }
      />
      <AppointmentForm requested={requested} doctor={doctor} />
    </>
  );
}

interface DoctorAgendaProps {
  doctor: Doctor;
  /** Opens the form of a new appointment at an instant (ISO 8601); undefined for an account that may not create any. */
  onCreateAt: ((startsAt: string) => void) | undefined;
}

function DoctorAgenda({ doctor, onCreateAt }: DoctorAgendaProps) {
  const timeZone = useClinicTimeZone();
  const url = useAgendaUrl(timeZone);
  const agenda = useDoctorAgenda(doctor, url, timeZone);
  return (
    <AgendaCard agenda={agenda} onCreateAt={doctor.retiredAt === null ? onCreateAt : undefined}>
      <ViewSwitch
        label="Vista de la agenda"
        views={url.views}
        value={url.view}
        onChange={(view) => url.show({ view })}
      />
    </AgendaCard>
  );
}

/** The current doctor, if a change was rejected because another user changed it. */
const parseCurrent = (error: Error) => doctorSchema.safeParse(staleDetails(error)).data;

function DoctorActions({ doctor, onCreate }: { doctor: Doctor; onCreate: () => void }) {
  const [requested, setRequested] = useState<DoctorRequest | null>(null);
  const retirement = useToastMutation('No se guardó el cambio', {
    mutationFn: async (retired: boolean) => {
      const { idDoctor, version } = doctor;
      return (await api.doctors.retire({ idDoctor, retired, version })).data.doctor;
    },
    onSuccess: async (saved, retired) => {
      await showDoctor(saved);
      notifySuccess(retired ? 'Médico dado de baja' : 'Médico reactivado');
    },
    onError: async (error) => {
      const current = parseCurrent(error);
      if (current) await showDoctor(current);
    },
    describe: (error) =>
      parseCurrent(error)
        ? 'Otra persona modificó los datos del médico. Revisa cómo quedaron.'
        : error.message,
  });
  const [asking, question] = useDisclosure(false);
  const { name, upcoming, retiredAt } = doctor;
  const isRetired = retiredAt !== null;
  const mayCreate = useCan()('patients.edit');
  /** Whether the remaining appointments of a retired doctor are listed. */
  const [isListing, setListing] = useState(false);
  return (
    <>
      <Can capability="directory.edit">
        {isRetired ? (
          <Button
            kind="default"
            loading={retirement.isPending}
            onClick={() => retirement.mutate(false)}
          >
            Reactivar
          </Button>
        ) : (
          <Button kind="subtle" aria-haspopup="dialog" onClick={question.open}>
            Dar de baja
          </Button>
        )}
        <Button
          kind="default"
          aria-haspopup="dialog"
          onClick={() => setRequested({ record: doctor })}
        >
          Editar
        </Button>
        <LinkButton
          kind="default"
          link={<Link to="/medicos/$idDoctor/horarios" params={{ idDoctor: doctor.idDoctor }} />}
        >
          Horarios
        </LinkButton>
      </Can>
      {isRetired && upcoming > 0 && (
        <Button aria-haspopup="dialog" onClick={() => setListing(true)}>
          Reprogramar citas
        </Button>
      )}
      {!isRetired && mayCreate && (
        <Button icon={IconPlus} aria-haspopup="dialog" onClick={onCreate}>
          Crear cita
        </Button>
      )}
      <DoctorForm requested={requested} />
      <AffectedAppointments
        requested={isListing ? { doctor, ids: 'all', isReschedulingAll: false } : null}
        onClose={() => setListing(false)}
      />
      <Confirmation
        opened={asking}
        title={`¿Dar de baja a ${titledName(name)}?`}
        question="Ya no se le podrán agendar citas. Su historial se conserva y puedes reactivarlo cuando quieras."
        {...(upcoming > 0 && {
          note: `Tiene ${describeUpcoming(upcoming)}; no se ${upcoming === 1 ? 'cancela' : 'cancelan'}.`,
        })}
        confirmLabel="Dar de baja"
        kind="danger"
        busy={retirement.isPending}
        onCancel={question.close}
        onConfirm={() =>
          retirement.mutate(true, {
            onSettled: question.close,
            onSuccess: () => setListing(upcoming > 0),
          })
        }
      />
    </>
  );
}
