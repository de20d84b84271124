import { accessSentence, ownSentence } from '@simiente/contract/audit/sentence';
import { IconEye } from '@tabler/icons-react';
import { formatCount, type Noun, pluralize } from '../../lib/format/numbers.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { LoadMore } from '../../ui/list/FailedItems.tsx';
import { LoadingRows } from '../../ui/list/LoadingRows.tsx';
import { LoadError } from '../../ui/page/EmptyState.tsx';
import { DetailPanel } from '../../ui/panel/DetailPanel.tsx';
import classes from './Trail.module.css';
import { type Trail, TrailList, useAccesses, useOwnActivity } from './TrailList.tsx';

/** Row id by which the panel returns the focus to its button. */
const ACCESSES_BUTTON = 'accesos';

interface AccessesPanelProps {
  idUser: string;
  /** Name of the patient, because on a phone the panel covers the page. */
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
      header={<p className={classes.context}>Quién ha consultado el expediente de {name}.</p>}
      footer={trail.entries && <TrailFooter trail={trail} noun={['acceso', 'accesos']} />}
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

export function AccessesButton({ isOpen, onToggle }: { isOpen: boolean; onToggle: () => void }) {
  return (
    <Button
      kind="default"
      icon={IconEye}
      selected={isOpen}
      data-row-id={ACCESSES_BUTTON}
      onClick={onToggle}
    >
      Accesos
    </Button>
  );
}

/** Replaces the rows while they load or after they failed to load. */
function TrailState({ trail, title }: { trail: Trail; title: string }) {
  if (!trail.error) {
    return (
      <LoadingRows
        count={5}
        avatarSize={34}
        textWidth="56%"
        className={classes.loading}
        rowClassName={classes.shape}
      />
    );
  }
  return (
    <div className={classes.state}>
      <LoadError title={title} queries={[trail]} />
    </div>
  );
}

/** Number of loaded entries, and a button that loads more. */
function TrailFooter({ trail, noun }: { trail: Trail; noun: Noun }) {
  const { entries = [], total } = trail;
  if (entries.length === 0) return null;
  return (
    <div className={classes.footer}>
      {trail.isFetchNextPageError && (
        <p className={classes.failure} role="alert">
          {trail.error?.message}
        </p>
      )}
      <p className={classes.count} aria-live="polite">
        {formatCount(entries.length)} de {pluralize(total, noun)}
      </p>
      <LoadMore query={trail} />
    </div>
  );
}

export function OwnActivity() {
  const trail = useOwnActivity();
  return (
    <div className={classes.own}>
      {trail.entries ? (
        <>
          <TrailList entries={trail.entries} toSentence={ownSentence} />
          <TrailFooter trail={trail} noun={['acción', 'acciones']} />
        </>
      ) : (
        <TrailState trail={trail} title="No se pudo cargar tu actividad" />
      )}
    </div>
  );
}
