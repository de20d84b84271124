import { ActionIcon } from '@mantine/core';
import type { Prospect } from '@simiente/contract/prospects/calls';
import { IconPencil } from '@tabler/icons-react';
import type { KeyboardEvent, MouseEvent, PointerEvent } from 'react';
import { ProspectDate } from '../ProspectPill.tsx';
import classes from './ProspectCard.module.css';

export const CARD_HINT_ID = 'prospect-card-hint';

interface ProspectCardProps {
  prospect: Prospect;
  isTabStop: boolean;
  isOpen: boolean;
  /** Whether the pointer drags the card. */
  isTaken: boolean;
  /** Whether the keyboard moves the card. */
  isMoving: boolean;
  onOpen: () => void;
  /** Undefined for an account that may only read. */
  onEdit: (() => void) | undefined;
  onFocus: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onPointerDown: (event: PointerEvent<HTMLElement>) => void;
}

/** A prospect on the board. The card can be dragged; Enter or a click opens the panel. */
export function ProspectCard({ prospect, isTabStop, ...props }: ProspectCardProps) {
  function open(event: MouseEvent) {
    if (!(event.target as Element).closest('button')) props.onOpen();
  }

  return (
    <li
      className={classes.card}
      data-row-id={prospect.idProspect}
      data-open={props.isOpen || undefined}
      data-taken={props.isTaken || undefined}
      data-moving={props.isMoving || undefined}
      aria-describedby={CARD_HINT_ID}
      tabIndex={isTabStop ? 0 : -1}
      onClick={open}
      onFocus={props.onFocus}
      onKeyDown={props.onKeyDown}
      onPointerDown={props.onPointerDown}
    >
      <CardWords prospect={prospect} />
      {props.onEdit && (
        <ActionIcon
          className={classes.edit}
          size={28}
          aria-label={`Editar a ${prospect.name}`}
          title="Editar"
          tabIndex={isTabStop ? 0 : -1}
          onClick={props.onEdit}
        >
          <IconPencil size={16} stroke={1.7} aria-hidden />
        </ActionIcon>
      )}
    </li>
  );
}

/** The content of a card, also while it is dragged. */
export function CardWords({ prospect: { name, motivo, createDate } }: { prospect: Prospect }) {
  return (
    <>
      <p className={classes.name}>{name}</p>
      <p className={classes.motivo}>{motivo || '—'}</p>
      <p className={classes.date}>
        <ProspectDate value={createDate} />
      </p>
    </>
  );
}
