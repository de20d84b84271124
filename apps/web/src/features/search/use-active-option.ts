import { useState } from 'react';
import type { Option, Section } from './sections.ts';

export type Move = 'next' | 'previous' | 'first' | 'last';

/** The active option: the one chosen by key or pointer while it is listed, otherwise `initial`. */
export function useActiveOption(sections: readonly Section[], initial: Option | undefined) {
  const [chosenId, setChosenId] = useState<string | null>(null);
  const options = sections.flatMap((section) => section.options);
  const option = options.find(({ id }) => id === chosenId) ?? initial;

  function move(to: Move) {
    const at = option === undefined ? -1 : options.findIndex(({ id }) => id === option.id);
    const { length } = options;
    const indexes: Record<Move, number> = {
      next: (at + 1) % length,
      previous: at <= 0 ? length - 1 : at - 1,
      first: 0,
      last: length - 1,
    };
    const next = options[indexes[to]];
    if (next === undefined) return;
    setChosenId(next.id);
    document.getElementById(next.id)?.scrollIntoView({ block: 'nearest' });
  }

  return {
    option,
    move,
    choose: (chosen: Option) => setChosenId(chosen.id),
    reset: () => setChosenId(null),
  };
}
