import { accessSentence } from '@simiente/contract/audit-sentence';
import { DetailPanel } from '../../ui/panel/DetailPanel.tsx';
import classes from './Trail.module.css';
import { TrailList } from './TrailList.tsx';
import { TrailFoot, TrailState } from './TrailStates.tsx';
import { useAccesses } from './use-trail.ts';

/** What gives the focus back to the button that opened the panel. */
export const ACCESSES_BUTTON = 'accesos';

/** 'Accesos': who opened a patient's record or changed it, what they saw, when, and from where. */
export function AccessesPanel({ idUser, onClose }: { idUser: string; onClose: () => void }) {
  const trail = useAccesses(idUser);
  return (
    <DetailPanel
      title="Accesos"
      recordId={ACCESSES_BUTTON}
      head={<p className={classes.context}>Quién abrió este expediente y qué vio.</p>}
      foot={trail.entries && <TrailFoot trail={trail} things={['acceso', 'accesos']} />}
      onClose={onClose}
    >
      {trail.entries ? (
        <TrailList withActor entries={trail.entries} sentenceOf={accessSentence} />
      ) : (
        <TrailState trail={trail} title="Error al cargar los accesos" />
      )}
    </DetailPanel>
  );
}
