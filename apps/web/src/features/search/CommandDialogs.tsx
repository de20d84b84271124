import { Modal } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { queries } from '../../lib/api/client.ts';
import { useOpenAfterMount } from '../../ui/focus.ts';
import { KeyCap, ShortcutSwitch } from '../../ui/layout/shortcuts.tsx';
import { NewAppointmentModal } from '../appointments/public.ts';
import { LazyPatientForm } from '../patients/public.ts';
import { LazyNewProspect } from '../prospects/public.ts';
import type { MenuPage } from './commands.ts';
import classes from './ShortcutsDialog.module.css';

/** A dialog requested by a command or a key. Another object is another request. */
export interface RequestedDialog {
  readonly dialog: 'patient' | 'appointment' | 'prospect' | 'shortcuts';
  readonly request: { readonly record: null };
}

interface CommandDialogsProps {
  requested: RequestedDialog | null;
  onClosed: () => void;
  menuPages: readonly MenuPage[];
  searchKeys: string;
  /** Names of the drafts of the forms. */
  drafts: Readonly<Record<'patient' | 'appointment' | 'prospect', string>>;
}

/** Dialogs of the search's commands. A lazy chunk. */
export default function CommandDialogs(props: CommandDialogsProps) {
  const { requested, onClosed, menuPages, searchKeys, drafts } = props;
  const navigate = useNavigate();
  const { patient, doctor } = usePagePerson();
  const { fecha } = useSearch({ strict: false });
  const requestFor = (dialog: RequestedDialog['dialog']) =>
    requested?.dialog === dialog ? requested.request : null;
  return (
    <>
      <LazyPatientForm
        name={drafts.patient}
        requested={requestFor('patient')}
        onOpen={(idUser) => void navigate({ to: '/pacientes/$idUser', params: { idUser } })}
      />
      <NewAppointmentModal
        name={drafts.appointment}
        requested={requestFor('appointment')}
        {...(patient && { patient })}
        {...(doctor && { doctor })}
        {...(fecha && { day: fecha })}
      />
      <LazyNewProspect
        name={drafts.prospect}
        requested={requestFor('prospect')}
        onCreated={(prospecto) => void navigate({ to: '/prospectos', search: { prospecto } })}
        onOpenPatient={(idUser) => void navigate({ to: '/pacientes/$idUser', params: { idUser } })}
      />
      <ShortcutsDialog
        opened={requestFor('shortcuts') !== null}
        onClose={onClosed}
        menuPages={menuPages}
        searchKeys={searchKeys}
      />
    </>
  );
}

/** The patient or the active doctor of the page, from the cache: the page has loaded them. */
function usePagePerson() {
  const { idUser = '', idDoctor = '' } = useParams({ strict: false });
  const cache = useQueryClient();
  const input = { idUser };
  const patient =
    cache.getQueryData(queries.patients.getOne.queryKey({ input }))?.data ??
    cache.getQueryData(queries.patients.getMedicalHistory.queryKey({ input }))?.data;
  const doctor = cache.getQueryData(queries.doctors.getOne.queryKey({ input: { idDoctor } }))?.data;
  return {
    patient: patient && { idUser, name: patient.name },
    doctor: doctor?.retiredAt === null ? { idDoctor, name: doctor.name } : undefined,
  };
}

interface ShortcutsDialogProps {
  opened: boolean;
  onClose: () => void;
  menuPages: readonly MenuPage[];
  /** Keys on this machine's keyboard: 'Ctrl K'. */
  searchKeys: string;
}

/** 'Atajos de teclado': the shortcuts, and the switch of those without Ctrl. */
function ShortcutsDialog({ opened, onClose, menuPages, searchKeys }: ShortcutsDialogProps) {
  const isShown = useOpenAfterMount(opened);
  const pages = menuPages.flatMap(({ label, letter }) =>
    letter === undefined ? [] : [{ keys: ['G', letter], words: `Ir a ${label}` }],
  );
  const shortcuts = [
    { keys: [searchKeys], words: 'Buscar o escribir una acción' },
    { keys: ['/'], words: 'Ir al buscador de la lista' },
    { keys: ['?'], words: 'Ver estos atajos' },
    ...pages,
  ];
  return (
    <Modal opened={isShown} onClose={onClose} title="Atajos de teclado" size={440}>
      <dl className={classes.list}>
        {shortcuts.map(({ keys, words }) => (
          <div key={words} className={classes.shortcut}>
            <dt className={classes.words}>{words}</dt>
            <dd className={classes.keys}>
              {keys.map((key) => (
                <KeyCap key={key}>{key}</KeyCap>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <div className={classes.choice}>
        <ShortcutSwitch />
        <p className={classes.reason}>
          Desactívalos si usas dictado por voz. {searchKeys} funciona siempre.
        </p>
      </div>
    </Modal>
  );
}
