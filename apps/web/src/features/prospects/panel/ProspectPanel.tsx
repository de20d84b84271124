import type { Prospect, ProspectPage } from '@simiente/contract/prospects/calls';
import { IconPencil } from '@tabler/icons-react';
import { notifyManager } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { cache, queries, useAnswer } from '../../../lib/api/client.ts';
import { isUnknownRecord } from '../../../lib/api/failure.ts';
import { useHeldNavigation } from '../../../lib/use-held-navigation.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { FailureArt } from '../../../ui/illustrations/state-art.tsx';
import { EmptyState, LoadError } from '../../../ui/page/EmptyState.tsx';
import { DetailPanel, type DetailPanelProps } from '../../../ui/panel/DetailPanel.tsx';
import { DISCARD_TITLE, DiscardQuestion } from '../../../ui/questions/DiscardQuestion.tsx';
import { PersonAvatar } from '../../../ui/status/person.tsx';
import { STALE_TITLE, StaleChoice } from '../../record-form/public.ts';
import type { ListPages } from '../../records/public.ts';
import { useCan } from '../../session/public.ts';
import {
  type ProspectForm,
  type ProspectRequest,
  requestEdit,
  useProspectForm,
} from '../ProspectForm.tsx';
import { NO_ID, prospectList } from '../prospect-cache.ts';
import { ProspectPill } from '../prospect-status.tsx';
import { type ConversionRequest, ConvertModal, requestConversion } from './ConvertModal.tsx';
import { ProspectDetails } from './ProspectDetails.tsx';
import classes from './ProspectPanel.module.css';

interface ProspectPanelProps {
  idProspect: string;
  neighbours?: DetailPanelProps['neighbours'];
  onClose: () => void;
}

/** 'Detalles del Prospecto': all data of a prospect; contact data, status and notes can be edited. */
export function ProspectPanel({ idProspect, neighbours, onClose }: ProspectPanelProps) {
  const { prospect, error, isUnknown, refetch } = useOpenProspect(idProspect);
  const [requested, setRequested] = useState<ProspectRequest | null>(null);
  const form = useProspectForm(requested);
  /** Asks before closing the panel, or opening another row or page, loses unsaved changes. */
  const leaving = useHeldNavigation({
    disabled: !form.isDirty,
    wouldLose: form.wouldLose,
    leavesForm: ({ next: { search } }) =>
      !('prospecto' in search && search.prospecto === idProspect),
  });
  const [conversion, setConversion] = useState<ConversionRequest | null>(null);
  const [isConverting, setConverting] = useState(false);

  return (
    <DetailPanel
      title={leaving ? DISCARD_TITLE : form.compared ? STALE_TITLE : 'Detalles del Prospecto'}
      recordId={idProspect}
      isUnderDialog={isConverting}
      neighbours={neighbours}
      onClose={leaving?.stay ?? onClose}
      header={prospect && <Person prospect={prospect} />}
      footer={
        leaving || form.compared ? undefined : (
          <PanelFooter
            prospect={prospect}
            form={form}
            onEdit={(chosen) => setRequested(requestEdit(chosen))}
            onClose={onClose}
          />
        )
      }
    >
      {leaving ? (
        <div className={classes.question}>
          <DiscardQuestion onStay={leaving.stay} onDiscard={leaving.go} />
        </div>
      ) : prospect && form.compared ? (
        <div className={classes.question}>
          <StaleChoice form={form} />
        </div>
      ) : prospect ? (
        <ProspectDetails
          prospect={prospect}
          form={form}
          onConvert={() => setConversion(requestConversion(prospect))}
        />
      ) : error ? (
        <div className={classes.failure}>
          {isUnknown ? (
            <EmptyState role="alert" illustration={<FailureArt />} title={NO_ID}>
              Puede que se haya eliminado.
            </EmptyState>
          ) : (
            <LoadError title="No se pudo cargar el prospecto" queries={[{ error, refetch }]} />
          )}
        </div>
      ) : (
        <p className={classes.word} role="status">
          Cargando...
        </p>
      )}
      {prospect && (
        <ConvertModal prospect={prospect} requested={conversion} onOpenedChange={setConverting} />
      )}
    </DetailPanel>
  );
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

interface PanelFooterProps {
  prospect: Prospect | undefined;
  form: ProspectForm;
  onEdit: (prospect: Prospect) => void;
  onClose: () => void;
}

/** 'Cerrar' and 'Editar'; while editing, 'Cancelar' and 'Guardar cambios'. */
function PanelFooter({ prospect, form, onEdit, onClose }: PanelFooterProps) {
  const isEditing = form.opened;
  const editButton = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(isEditing);
  const mayEdit = useCan()('directory.edit');

  // The buttons of the edit mode are removed when it ends, so 'Editar' gets the focus.
  useEffect(() => {
    if (wasEditing.current && !isEditing) editButton.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);

  if (isEditing) {
    return (
      <>
        <Button key="cancel" kind="default" disabled={form.isSaving} onClick={form.discard}>
          Cancelar
        </Button>
        <Button key="save" loading={form.isSaving} onClick={form.submit}>
          Guardar cambios
        </Button>
      </>
    );
  }
  return (
    <>
      <Button key="close" kind="default" onClick={onClose}>
        Cerrar
      </Button>
      {prospect && mayEdit && (
        <Button key="edit" ref={editButton} icon={IconPencil} onClick={() => onEdit(prospect)}>
          Editar
        </Button>
      )}
    </>
  );
}

/** The open prospect's latest version, from its call or a refetched list. Repeated calls would be audited as reads. */
function useOpenProspect(idProspect: string) {
  const subscribe = useCallback(
    (onChange: () => void) => cache.getQueryCache().subscribe(notifyManager.batchCalls(onChange)),
    [],
  );
  const listed = useSyncExternalStore(subscribe, () => findLatest(idProspect));
  const { data, error, refetch } = useAnswer(queries.prospects.getOne, {
    input: { idProspect },
    placeholderData: listed && { status: 200, data: listed },
  });
  const isUnknown = isUnknownRecord(error);
  const latest = data && listed && listed.version > data.version ? listed : data;
  return { prospect: isUnknown ? undefined : latest, error, isUnknown, refetch };
}

function findLatest(idProspect: string): Prospect | undefined {
  let latest: Prospect | undefined;
  const lists = cache.getQueriesData<ListPages<ProspectPage>>({ queryKey: prospectList.pagesKey });
  for (const page of lists.flatMap(([, list]) => list?.pages ?? [])) {
    const row = page.data.prospects.find((listed) => listed.idProspect === idProspect);
    if (row && row.version > (latest?.version ?? 0)) latest = row;
  }
  return latest;
}
