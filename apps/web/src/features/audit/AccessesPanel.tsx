import { accessSentence } from '@simiente/contract/audit/sentence';
import { IconEye } from '@tabler/icons-react';
import { LockButton } from '../../ui/buttons/LockButton.tsx';
import { DetailPanel } from '../../ui/panel/DetailPanel.tsx';
import classes from './Trail.module.css';
import { TrailList } from './TrailList.tsx';
import { TrailFoot, TrailState } from './TrailStates.tsx';
import { useAccesses } from './use-trail.ts';

/** Returns the focus to the button that opened the panel. */
const ACCESSES_BUTTON = 'accesos';

interface AccessesPanelProps {
  idUser: string;
  /** Name of the patient: on a phone the panel covers the page with it. */
  name: string;
  onClose: () => void;
}

/** 'Accesos': reads and changes of a patient's record, with account, time and origin. */
export function AccessesPanel({ idUser, name, onClose }: AccessesPanelProps) {
  const trail = useAccesses(idUser);
  return (
    <DetailPanel
      title="Accesos"
      recordId={ACCESSES_BUTTON}
      head={<p className={classes.context}>Quién ha consultado el expediente de {name}.</p>}
      foot={trail.entries && <TrailFoot trail={trail} things={['acceso', 'accesos']} />}
      onClose={onClose}
    >
      {trail.entries ? (
        <TrailList withActor entries={trail.entries} toSentence={accessSentence} />
      ) : (
        <TrailState trail={trail} title="No se pudieron cargar los accesos" />
      )}
    </DetailPanel>
  );
}

interface AccessesButtonProps {
  isOpen: boolean;
  onToggle: () => void;
}

/** Opens and closes 'Accesos' on a patient's page. */
export function AccessesButton({ isOpen, onToggle }: AccessesButtonProps) {
  return (
    <LockButton
      kind="default"
      icon={<IconEye size={17} stroke={1.7} aria-hidden />}
      selected={isOpen}
      data-row-id={ACCESSES_BUTTON}
      onClick={onToggle}
    >
      Accesos
    </LockButton>
  );
}
