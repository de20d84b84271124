import { Modal } from '@mantine/core';
import type { Patient } from '@simiente/contract/patients/calls';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useOpenAfterMount } from '../../ui/focus.ts';
import { KeyCap, ShortcutSwitch } from '../../ui/layout/shortcuts.tsx';
import { AppointmentForm } from '../appointments/public.ts';
import { LazyPatientForm } from '../patients/public.ts';
import { LazyNewProspect } from '../prospects/public.ts';
import type { MenuPage } from './commands.ts';
import { useOpenRecord } from './records.ts';
import classes from './ShortcutsDialog.module.css';

/** The dialog that a command or key opens. A new object opens it again. */
export type RequestedDialog =
  | { readonly dialog: 'patient'; readonly record: Patient | null; readonly start?: NewPerson }
  | { readonly dialog: 'prospect'; readonly record: null; readonly start: NewPerson }
  | { readonly dialog: 'appointment' | 'shortcuts' | 'sign-out'; readonly record: null };

interface NewPerson {
  readonly name?: string;
}

interface CommandDialogsProps {
  requested: RequestedDialog | null;
  onClosed: () => void;
  menuPages: readonly MenuPage[];
  searchKeys: string;
}

/** Dialogs of the search's commands, loaded on demand. */
export default function CommandDialogs(props: CommandDialogsProps) {
  const { requested, onClosed, menuPages, searchKeys } = props;
  const navigate = useNavigate();
  const { patient, doctor } = useOpenRecord();
  const { fecha } = useSearch({ strict: false });
  const isShown = useOpenAfterMount(requested?.dialog === 'shortcuts');
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
    <>
      <LazyPatientForm
        requested={requested?.dialog === 'patient' ? requested : null}
        onOpen={(idUser) => void navigate({ to: '/pacientes/$idUser', params: { idUser } })}
      />
      <AppointmentForm
        requested={requested?.dialog === 'appointment' ? requested : null}
        {...(patient && { patient })}
        {...(doctor?.retiredAt === null && { doctor })}
        {...(fecha && { day: fecha })}
      />
      <LazyNewProspect
        requested={requested?.dialog === 'prospect' ? requested : null}
        onCreated={(prospecto) => void navigate({ to: '/prospectos', search: { prospecto } })}
        onOpenPatient={(idUser) => void navigate({ to: '/pacientes/$idUser', params: { idUser } })}
      />
      <Modal opened={isShown} onClose={onClosed} title="Atajos de teclado" size={440}>
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
    </>
  );
}
