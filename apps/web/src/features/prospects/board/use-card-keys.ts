import { type ProspectStatus, prospectGroup } from '@simiente/contract/prospect-filters';
import type { Prospect } from '@simiente/contract/prospects';
import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react';
import { prospectLook } from '../prospect-status.ts';
import { type CarriedCard, neighbour } from './arrange.ts';

/** Milliseconds without another arrow after which a card is left where it stands. */
const PAUSE = 600;

interface CardKeysOptions {
  onDrop: (prospect: Prospect, status: ProspectStatus) => Promise<void>;
  onOpen: (idProspect: string) => void;
  /** Gives the focus to another card of the column. */
  onStep: (idProspect: string, key: string) => void;
  say: (text: string) => void;
}

/**
 * The arrows to the sides carry the card that has the focus from column to column. It is saved where
 * it is left: after a pause, or at once by Enter or another key that leads away; Escape puts it back.
 */
export function useCardKeys({ onDrop, onOpen, onStep, say }: CardKeysOptions) {
  const [carried, setCarried] = useState<CarriedCard | null>(null);

  const drop = useEffectEvent(async () => {
    if (carried === null) return;
    const { prospect, to } = carried;
    if (to !== prospectGroup(prospect.status)) await onDrop(prospect, to);
    setCarried((now) => (now === carried ? null : now));
  });

  useEffect(() => {
    if (carried === null) return;
    const timer = setTimeout(() => void drop(), PAUSE);
    return () => clearTimeout(timer);
  }, [carried]);

  // Who leaves the board leaves the card too.
  useEffect(() => () => void drop(), []);

  function carry(prospect: Prospect, step: -1 | 1) {
    const isSame = carried?.prospect.idProspect === prospect.idProspect;
    if (!isSame) void drop();
    const from = isSame ? carried.to : prospectGroup(prospect.status);
    const to = neighbour(from, step);
    if (to === undefined) {
      say(step < 0 ? 'No hay más columnas a la izquierda.' : 'No hay más columnas a la derecha.');
      return;
    }
    setCarried({ prospect: isSame ? carried.prospect : prospect, to });
    say(`${prospect.name}: ${prospectLook(to).label}`);
  }

  function press(event: KeyboardEvent, prospect: Prospect) {
    if (event.target !== event.currentTarget) return;
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    switch (event.key) {
      case 'ArrowLeft':
      case 'ArrowRight':
        carry(prospect, event.key === 'ArrowLeft' ? -1 : 1);
        break;
      case 'ArrowUp':
      case 'ArrowDown':
      case 'Home':
      case 'End':
        void drop();
        onStep(prospect.idProspect, event.key);
        break;
      case 'Enter':
        if (carried) void drop();
        else onOpen(prospect.idProspect);
        break;
      case 'Escape':
        if (carried === null) return;
        setCarried(null);
        say(`${prospect.name} sigue en ${prospectLook(carried.prospect.status).label}.`);
        break;
      default:
        return;
    }
    event.preventDefault();
  }

  return { carried, press };
}
