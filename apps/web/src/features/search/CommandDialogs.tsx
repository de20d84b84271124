import { useNavigate } from '@tanstack/react-router';
import { NewAppointmentModal } from '../appointments/public.ts';
import { LazyPatientForm } from '../patients/public.ts';
import { LazyNewProspect } from '../prospects/public.ts';
import type { MenuPage } from './commands.ts';
import { ShortcutsDialog } from './ShortcutsDialog.tsx';

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

/** What the commands of the search open over any page. A lazy chunk. */
export default function CommandDialogs(props: CommandDialogsProps) {
  const { requested, onClosed, menuPages, searchKeys, drafts } = props;
  const navigate = useNavigate();
  const requestFor = (dialog: RequestedDialog['dialog']) =>
    requested?.dialog === dialog ? requested.request : null;
  return (
    <>
      <LazyPatientForm
        name={drafts.patient}
        requested={requestFor('patient')}
        onOpen={(idUser) => void navigate({ to: '/pacientes/$idUser', params: { idUser } })}
      />
      <NewAppointmentModal name={drafts.appointment} requested={requestFor('appointment')} />
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
