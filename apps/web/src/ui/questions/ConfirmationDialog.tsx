import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatCount } from '../../lib/format/numbers.ts';
import { Button } from '../buttons/Button.tsx';
import { useOpenAfterMount } from '../focus.ts';
import { PersonAvatar } from '../status/person.tsx';
import classes from './Confirmation.module.css';

interface Candidate {
  id: string;
  name: string;
  /** Status or type of the record, right of its name. */
  detail?: string | undefined;
}

const MAX_SHOWN = 5;

/** The names of a few affected records, and the number of the others. */
function CandidateList({
  count,
  candidates,
}: Required<Pick<ConfirmationProps, 'count' | 'candidates'>>) {
  const shown = candidates.slice(0, MAX_SHOWN);
  const others = count - shown.length;
  if (shown.length === 0) return null;
  return (
    <ul className={classes.list}>
      {shown.map(({ id, name, detail }) => (
        <li key={id} className={classes.item}>
          <PersonAvatar name={name} size={28} />
          <span className={classes.name} title={name}>
            {name}
          </span>
          {detail && <span className={classes.detail}>{detail}</span>}
        </li>
      ))}
      {others > 0 && <li className={classes.others}>y {formatCount(others)} más</li>}
    </ul>
  );
}

export interface ConfirmationProps {
  opened: boolean;
  title: string;
  question: string;
  /** Number of affected records; more than `candidates` if some are not loaded. */
  count?: number;
  /** Absent if the title names the record. */
  candidates?: readonly Candidate[];
  note?: string;
  /** Sentences about further consequences. */
  details?: readonly string[];
  /** Blocks the confirmation while the details load. */
  waiting?: boolean;
  /** Whether a required field among the children is empty. */
  isIncomplete?: boolean;
  children?: ReactNode;
  confirmLabel: string;
  kind?: 'normal' | 'danger';
  busy?: boolean;
  onCancel: () => void;
  onConfirm: () => void;
}

export default function ConfirmationDialog(props: ConfirmationProps) {
  const { opened, question, candidates, note, busy = false, onCancel, onConfirm } = props;
  const isShown = useOpenAfterMount(opened);
  return (
    <Modal
      opened={isShown}
      onClose={onCancel}
      title={props.title}
      closeOnClickOutside={!busy}
      closeOnEscape={!busy}
    >
      <p className={classes.question}>{question}</p>
      {candidates && (
        <CandidateList count={props.count ?? candidates.length} candidates={candidates} />
      )}
      {props.details?.map((detail) => (
        <p key={detail} className={classes.note}>
          {detail}
        </p>
      ))}
      {note && <p className={classes.note}>{note}</p>}
      {props.children}
      <div className={classes.actions}>
        <Button kind="default" data-autofocus disabled={busy} onClick={onCancel}>
          Cancelar
        </Button>
        <Button
          kind={props.kind ?? 'normal'}
          loading={busy || props.waiting === true}
          disabled={props.isIncomplete === true}
          onClick={onConfirm}
        >
          {props.confirmLabel}
        </Button>
      </div>
    </Modal>
  );
}
