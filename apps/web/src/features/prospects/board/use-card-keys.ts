import type { Prospect } from '@simiente/contract/prospects/calls';
import { type ProspectStatus, prospectGroup } from '@simiente/contract/prospects/filters';
import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react';
import { prospectStatus } from '../prospect-status.tsx';
import { type KeyboardMove, neighbour } from './arrange.ts';

/** Milliseconds without another arrow key after which a moved card is saved. */
const PAUSE = 600;

interface CardKeysOptions {
  onDrop: (prospect: Prospect, status: ProspectStatus) => Promise<void>;
  onOpen: (idProspect: string) => void;
  /** Moves the focus to another card of the column, by ArrowUp, ArrowDown, Home or End. */
  onStep: (idProspect: string, key: string) => void;
  announce: (text: string) => void;
}

/** Moves a card with the arrow keys. Enter, a pause or leaving the card saves the move; Escape reverts it. */
export function useCardKeys({ onDrop, onOpen, onStep, announce }: CardKeysOptions) {
  const [keyboardMove, setKeyboardMove] = useState<KeyboardMove | null>(null);

  async function save() {
    if (keyboardMove === null) return;
    const { prospect, to } = keyboardMove;
    if (to !== prospectGroup(prospect.status)) await onDrop(prospect, to);
    setKeyboardMove((now) => (now === keyboardMove ? null : now));
  }
  const saveNow = useEffectEvent(save);

  useEffect(() => {
    if (keyboardMove === null) return;
    const timer = setTimeout(() => void saveNow(), PAUSE);
    return () => clearTimeout(timer);
  }, [keyboardMove]);

  // Leaving the board saves a pending move.
  useEffect(() => () => void saveNow(), []);

  function moveByKey(prospect: Prospect, step: -1 | 1) {
    const isSame = keyboardMove?.prospect.idProspect === prospect.idProspect;
    if (!isSame) void save();
    const from = isSame ? keyboardMove.to : prospectGroup(prospect.status);
    const to = neighbour(from, step);
    if (to === undefined) {
      announce(
        step < 0 ? 'No hay más columnas a la izquierda.' : 'No hay más columnas a la derecha.',
      );
      return;
    }
    setKeyboardMove({ prospect: isSame ? keyboardMove.prospect : prospect, to });
    announce(`${prospect.name}: ${prospectStatus(to).label}`);
  }

  function press(event: KeyboardEvent, prospect: Prospect) {
    if (event.target !== event.currentTarget) return;
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    switch (event.key) {
      case 'ArrowLeft':
      case 'ArrowRight':
        moveByKey(prospect, event.key === 'ArrowLeft' ? -1 : 1);
        break;
      case 'ArrowUp':
      case 'ArrowDown':
      case 'Home':
      case 'End':
        void save();
        onStep(prospect.idProspect, event.key);
        break;
      case 'Enter':
        // A card with a pending move may have lost the focus to another card.
        if (keyboardMove?.prospect.idProspect === prospect.idProspect) void save();
        else onOpen(prospect.idProspect);
        break;
      case 'Escape': {
        if (keyboardMove === null) return;
        const { name, status } = keyboardMove.prospect;
        setKeyboardMove(null);
        announce(`${name} sigue en ${prospectStatus(status).label}.`);
        break;
      }
      default:
        return;
    }
    event.preventDefault();
  }

  return { keyboardMove, press };
}
