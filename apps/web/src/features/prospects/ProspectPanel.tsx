import type { Prospect } from '@simiente/contract/prospects';
import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import { DISCARD_TITLE, DiscardQuestion } from '../../ui/page/DiscardQuestion.tsx';
import { DetailPanel } from '../../ui/panel/DetailPanel.tsx';
import { PersonAvatar } from '../../ui/status/PersonAvatar.tsx';
import { ConvertModal } from './ConvertModal.tsx';
import { PanelFoot } from './PanelFoot.tsx';
import { PanelFailure, PanelLoading } from './PanelStates.tsx';
import { ProspectDetails } from './ProspectDetails.tsx';
import classes from './ProspectPanel.module.css';
import { ProspectPill } from './ProspectPill.tsx';
import { ProspectStale } from './ProspectStale.tsx';
import { useOpenProspect } from './use-open-prospect.ts';
import { type ProspectEdit, useProspectEdit } from './use-prospect-edit.ts';

interface ProspectPanelProps {
  idProspect: string;
  onClose: () => void;
}

/** 'Detalles del Prospecto': all that is known of one, and the edit of status and notes in its place. */
export function ProspectPanel({ idProspect, onClose }: ProspectPanelProps) {
  const { prospect, error, isUnknown, refetch } = useOpenProspect(idProspect);
  const edit = useProspectEdit(`panel ${idProspect}`);
  const leaving = useLeavingQuestion(idProspect, edit);
  const [isConverting, setConverting] = useState(false);
  const isAsking = leaving.status === 'blocked';

  return (
    <DetailPanel
      title={isAsking ? DISCARD_TITLE : 'Detalles del Prospecto'}
      recordId={idProspect}
      isUnderDialog={isConverting}
      onClose={isAsking ? leaving.reset : onClose}
      head={prospect && <Person prospect={prospect} />}
      foot={
        isAsking || (edit.current && edit.mine) ? undefined : (
          <PanelFoot prospect={prospect} edit={edit} onClose={onClose} />
        )
      }
    >
      {isAsking ? (
        <div className={classes.question}>
          <DiscardQuestion onStay={leaving.reset} onDiscard={leaving.proceed}>
            Los cambios de este prospecto no se han guardado.
          </DiscardQuestion>
        </div>
      ) : prospect ? (
        <Content prospect={prospect} edit={edit} onConvert={() => setConverting(true)} />
      ) : error ? (
        <PanelFailure error={error} isUnknown={isUnknown} onRetry={() => void refetch()} />
      ) : (
        <PanelLoading />
      )}
      {prospect && (
        <ConvertModal
          prospect={prospect}
          opened={isConverting}
          onOpen={() => setConverting(true)}
          onClose={() => setConverting(false)}
        />
      )}
    </DetailPanel>
  );
}

/** Whatever leads away from what is written asks first: closing, another row, another page. */
function useLeavingQuestion(idProspect: string, { isDirty }: ProspectEdit) {
  return useBlocker({
    withResolver: true,
    disabled: !isDirty,
    enableBeforeUnload: isDirty,
    shouldBlockFn: ({ next }) =>
      // Whoever has to sign in again comes back to what they wrote.
      next.pathname !== '/login' &&
      !('prospecto' in next.search && next.search.prospecto === idProspect),
  });
}

function Person({ prospect: { name, motivo, status } }: { prospect: Prospect }) {
  return (
    <div className={classes.person}>
      <PersonAvatar name={name} size={40} />
      <div className={classes.words}>
        <p className={classes.name}>{name}</p>
        {motivo && <p className={classes.motivo}>{motivo}</p>}
      </div>
      <ProspectPill status={status} />
    </div>
  );
}

interface ContentProps {
  prospect: Prospect;
  edit: ProspectEdit;
  onConvert: () => void;
}

function Content({ prospect, edit, onConvert }: ContentProps) {
  const { base, current, mine } = edit;
  if (base && current && mine) {
    return (
      <div className={classes.question}>
        <ProspectStale
          base={base}
          current={current}
          mine={mine}
          onTakeCurrent={edit.takeCurrent}
          onKeepMine={edit.keepMine}
        />
      </div>
    );
  }
  return <ProspectDetails prospect={prospect} edit={edit} onConvert={onConvert} />;
}
