import type { Prospect } from '@simiente/contract/prospects';
import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import { DISCARD_TITLE, DiscardQuestion } from '../../ui/page/DiscardQuestion.tsx';
import { DetailPanel } from '../../ui/panel/DetailPanel.tsx';
import { PersonAvatar } from '../../ui/status/PersonAvatar.tsx';
import { STALE_TITLE, StaleChoice } from '../record-form/public.ts';
import { type ConversionRequest, ConvertModal, requestConversion } from './ConvertModal.tsx';
import { PanelFoot } from './PanelFoot.tsx';
import { PanelFailure, PanelLoading } from './PanelStates.tsx';
import { ProspectDetails } from './ProspectDetails.tsx';
import {
  type ProspectForm,
  type ProspectRequest,
  requestEdit,
  useProspectForm,
} from './ProspectForm.tsx';
import classes from './ProspectPanel.module.css';
import { ProspectPill } from './ProspectPill.tsx';
import { useOpenProspect } from './use-open-prospect.ts';

interface ProspectPanelProps {
  idProspect: string;
  onClose: () => void;
}

/** 'Detalles del Prospecto': all that is known of one, and the edit of status and notes in its place. */
export function ProspectPanel({ idProspect, onClose }: ProspectPanelProps) {
  const { prospect, error, isUnknown, refetch } = useOpenProspect(idProspect);
  const [requested, setRequested] = useState<ProspectRequest | null>(null);
  const form = useProspectForm({ name: `prospect panel ${idProspect}`, requested });
  const leaving = useLeavingQuestion(idProspect, form);
  const [conversion, setConversion] = useState<ConversionRequest | null>(null);
  const [isConverting, setConverting] = useState(false);
  const isAsking = leaving.status === 'blocked';

  return (
    <DetailPanel
      title={isAsking ? DISCARD_TITLE : form.compared ? STALE_TITLE : 'Detalles del Prospecto'}
      recordId={idProspect}
      isUnderDialog={isConverting}
      onClose={isAsking ? leaving.reset : onClose}
      head={prospect && <Person prospect={prospect} />}
      foot={
        isAsking || form.compared ? undefined : (
          <PanelFoot
            prospect={prospect}
            form={form}
            onEdit={(chosen) => setRequested(requestEdit(chosen))}
            onClose={onClose}
          />
        )
      }
    >
      {isAsking ? (
        <div className={classes.question}>
          <DiscardQuestion onStay={leaving.reset} onDiscard={leaving.proceed} />
        </div>
      ) : prospect ? (
        <Content
          prospect={prospect}
          form={form}
          onConvert={() => setConversion(requestConversion(prospect))}
        />
      ) : error ? (
        <PanelFailure error={error} isUnknown={isUnknown} onRetry={() => void refetch()} />
      ) : (
        <PanelLoading />
      )}
      {prospect && (
        <ConvertModal prospect={prospect} requested={conversion} onOpened={setConverting} />
      )}
    </DetailPanel>
  );
}

/** Whatever leads away from what is written asks first: closing, another row, another page. */
function useLeavingQuestion(idProspect: string, { isDirty }: ProspectForm) {
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
  form: ProspectForm;
  onConvert: () => void;
}

function Content({ prospect, form, onConvert }: ContentProps) {
  if (form.compared) {
    return (
      <div className={classes.question}>
        <StaleChoice form={form} />
      </div>
    );
  }
  return <ProspectDetails prospect={prospect} form={form} onConvert={onConvert} />;
}
