import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { LockButton } from '../buttons/LockButton.tsx';
import { useOpenAfterMount } from '../focus/use-open-after-mount.ts';
import { type Candidate, CandidateList } from './CandidateList.tsx';
import classes from './Confirmation.module.css';

export interface ConfirmationProps {
  opened: boolean;
  title: string;
  question: string;
  /** How many it happens to; more than `candidates` when some are not loaded. */
  count?: number;
  /** None where the title names the record. */
  candidates?: readonly Candidate[];
  note?: string;
  /** What it includes, a sentence each. */
  details?: readonly string[];
  /** What it includes is still being read, so it cannot be confirmed yet. */
  waiting?: boolean;
  /** A field among the children is missing. */
  isIncomplete?: boolean;
  children?: ReactNode;
  confirmLabel: string;
  kind?: 'normal' | 'danger';
  busy?: boolean;
  onCancel: () => void;
  onConfirm: () => void;
}

/** Loaded on first use. */
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
        <LockButton kind="default" data-autofocus disabled={busy} onClick={onCancel}>
          Cancelar
        </LockButton>
        <LockButton
          kind={props.kind ?? 'normal'}
          loading={busy || props.waiting === true}
          disabled={props.isIncomplete === true}
          onClick={onConfirm}
        >
          {props.confirmLabel}
        </LockButton>
      </div>
    </Modal>
  );
}
